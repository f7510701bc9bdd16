import { type RefObject, useEffect, useRef } from "react";

/** Whether a page was left for another: then the heading of the next takes the focus. */
let hasMoved = false;

/** For a page's heading: it takes the focus when somebody comes from another page. @param tab - What the browser's tab says. */
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
