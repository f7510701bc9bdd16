/** A wallet whose own browser opens a page by a link. */
export interface PhoneWallet {
  readonly name: string;
  readonly linkTo: (page: URL) => string;
}

/** The links have the form that each wallet documents; on a phone without the wallet, they lead to its installation. */
export const PHONE_WALLETS: readonly PhoneWallet[] = [
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
