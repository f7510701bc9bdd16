import { element } from "./element.ts";

/** Wallets whose own browser opens a page by a link, by the form that each documents. */
const WALLETS: readonly { readonly name: string; readonly linkTo: (page: URL) => string }[] = [
  {
    name: "MetaMask",
    linkTo: ({ host, pathname, search }) => `https://link.metamask.io/dapp/${host}${pathname}${search}`,
  },
  { name: "Coinbase Wallet", linkTo: ({ href }) => `https://go.cb-w.com/dapp?cb_url=${encodeURIComponent(href)}` },
  {
    name: "Trust Wallet",
    linkTo: ({ href }) => `https://link.trustwallet.com/open_url?coin_id=60&url=${encodeURIComponent(href)}`,
  },
  {
    name: "OKX Wallet",
    linkTo: ({ href }) =>
      `https://web3.okx.com/download?deeplink=${encodeURIComponent(`okx://wallet/dapp/url?dappUrl=${encodeURIComponent(href)}`)}`,
  },
  {
    name: "Phantom",
    linkTo: ({ href, origin }) =>
      `https://phantom.app/ul/browse/${encodeURIComponent(href)}?ref=${encodeURIComponent(origin)}`,
  },
];

/** Links that open a page in a wallet's own browser, on a phone. */
export function walletLinks(page: URL): HTMLElement {
  const items = WALLETS.map(({ name, linkTo }) =>
    element("li", {}, element("a", { class: "button", href: linkTo(page), rel: "noreferrer" }, `Open in ${name}`)),
  );
  return element("ul", { class: "wallet-links" }, ...items);
}
