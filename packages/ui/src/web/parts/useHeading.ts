import { type RefObject, useEffect, useRef } from "react";

/** Of the page that was shown last: the heading of another one takes the focus, of the same one rendered anew it doesn't. */
let lastPath: string | undefined;

/** For a page's heading: it takes the focus after a navigation. @param tab - The document's title. */
export function useHeading(tab: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (lastPath !== undefined && lastPath !== location.pathname) heading.current?.focus({ preventScroll: true });
    lastPath = location.pathname;
  }, []);
  useEffect(() => {
    document.title = `${tab} · Portico`;
  }, [tab]);
  return heading;
}
