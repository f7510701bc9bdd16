import type { PhoneOffer } from "./interactionResponse.ts";

const SVG = "http://www.w3.org/2000/svg";

/** Dark on light in either theme: readers expect it. */
export function qrImage({ size, path }: PhoneOffer["qr"], label: string): SVGElement {
  const image = document.createElementNS(SVG, "svg");
  const attributes = { class: "qr", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": label };
  for (const [name, value] of Object.entries(attributes)) image.setAttribute(name, value);
  image.setAttribute("shape-rendering", "crispEdges");
  const modules = document.createElementNS(SVG, "path");
  modules.setAttribute("d", path);
  image.append(modules);
  return image;
}
