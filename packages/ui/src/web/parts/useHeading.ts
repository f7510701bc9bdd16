import { type RefObject, useEffect, useRef } from "react";

/** Whether there was a navigation within the app: then the next page's heading takes the focus. */
let hasMoved = false;

/** For a page's heading: it takes the focus after a navigation. @param tab - The document's title. */
export function useHeading(tab: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (hasMoved) heading.current?.focus({ preventScroll: true });
    hasMoved = true;
  }, []);
  useEffect(() => {
    document.title = `${tab} · Portico`;
  }, [tab]);
  return heading;
}
