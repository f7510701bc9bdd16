/**
 * Moves the focus to the heading of the section around an element. Call it before the element with the focus is removed:
 * keyboard users would have to begin at the page's start.
 */
export function focusHeading(element: Element): void {
  const heading = element.closest("section:has(h2)")?.querySelector("h2");
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
