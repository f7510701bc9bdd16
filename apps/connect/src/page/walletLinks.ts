import { PHONE_WALLETS } from "@portico/ui/browser";
import { element } from "./element.ts";

/** Links that open a page in a wallet's own browser, on a phone. */
export function walletLinks(page: URL): HTMLElement {
  const items = PHONE_WALLETS.map(({ name, linkTo }) =>
    element("li", {}, element("a", { class: "button", href: linkTo(page), rel: "noreferrer" }, `Open in ${name}`)),
  );
  return element("ul", { class: "wallet-links" }, ...items);
}
