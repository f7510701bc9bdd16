import { useMatch } from "@tanstack/react-router";
import { type RefObject, useEffect, useRef } from "react";

/** Of the page that was shown last: the heading of another one takes the focus, of the same one rendered anew it doesn't. */
let lastPath: string | undefined;

/** Whether the user, meanwhile, began to type elsewhere, such as the next search. */
function isTyping(): boolean {
  const field = document.activeElement;
  return field instanceof HTMLInputElement && field.type === "text" && field.value !== "";
}

/** For a page's heading: it takes the focus after a navigation. @param tab - The document's title. */
export function useHeading(tab: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  // not the location: that changes while the page before is still shown
  const path = useMatch({ strict: false, shouldThrow: false, select: ({ pathname }) => pathname });
  useEffect(() => {
    const isOther = lastPath !== undefined && lastPath !== location.pathname;
    if (isOther && !isTyping()) heading.current?.focus({ preventScroll: true });
    lastPath = location.pathname;
  }, [path]);
  useEffect(() => {
    document.title = `${tab} · Portico`;
  }, [tab]);
  return heading;
}
