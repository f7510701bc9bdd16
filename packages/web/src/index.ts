export { shortAddress } from "@portico/client";
export { displayText, visibleText } from "./displayText.ts";
export { charactersOf, initialOf, plainLines, plainText, readSite } from "./plainText.ts";
export { readAccounts, searchWallets, watchAccounts } from "./searchWallets.ts";
export type { Provider, Wallet, WalletSearch } from "./searchWallets.ts";
