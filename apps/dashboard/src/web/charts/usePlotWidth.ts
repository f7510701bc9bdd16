import { type RefObject, useLayoutEffect, useRef, useState } from "react";

/** The width of an element in pixels, as it changes; 0 before it is known. */
export function usePlotWidth(): { readonly ref: RefObject<HTMLDivElement | null>; readonly width: number } {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const plot = ref.current;
    if (plot === null) return undefined;
    const measure = () => setWidth(plot.clientWidth);
    const observer = new ResizeObserver(measure);
    measure();
    observer.observe(plot);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}
