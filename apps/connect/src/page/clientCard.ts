import { initialOf, plainText, readSite } from "@portico/ui/browser";
import { element } from "./element.ts";
import type { ClientInfo } from "./interactionResponse.ts";

/** An application's name as text, with its own writing direction. */
export const clientName = ({ name }: { readonly name: string }): HTMLElement =>
  element("bdi", {}, plainText(name, 60) || "An application without a name");

/** The requesting application: logo or letter, name, site, and whether the site was validated. */
export function clientCard(client: ClientInfo): HTMLElement {
  const site = readSite(client.site_url);
  return element(
    "div",
    { class: "client" },
    clientLogo(client),
    element(
      "div",
      {},
      element("p", { class: "client-name" }, clientName(client)),
      element("p", { class: "client-site" }, site?.host ?? "no site"),
      validation(client),
    ),
  );
}

const validation = ({ is_validated }: ClientInfo): HTMLElement =>
  is_validated
    ? element("p", { class: "badge good" }, "Validated: it controls this site")
    : element("p", { class: "badge caution" }, "Not validated: its identity is unknown");

/** Only same-origin or data: URLs: any other would reveal the sign-in to a third party. */
function clientLogo({ logo_url, name }: ClientInfo): HTMLElement {
  const isOurs = logo_url !== null && URL.parse(logo_url, location.href)?.origin === location.origin;
  if (logo_url !== null && (isOurs || /^data:image\/(?:png|jpeg|webp|gif);/.test(logo_url))) {
    return element("img", { class: "logo", src: logo_url, alt: "", width: "48", height: "48" });
  }
  return element("span", { class: "logo letter", "aria-hidden": "true" }, initialOf(plainText(name, 60)));
}

/** A link back to the application: only to its registered site. */
export function backLink(name: string, siteUrl: string): HTMLElement | null {
  const site = readSite(siteUrl);
  if (site === null) return null;
  const label = plainText(name, 60) || site.host;
  return element(
    "a",
    { class: "button main", href: site.href, rel: "noreferrer" },
    "Back to ",
    element("bdi", {}, label),
  );
}
