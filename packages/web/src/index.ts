export { shortAddress } from "@portico/client";
export { initialOf, plainLines, plainText, readSite } from "./plainText.ts";
export { readAccounts, searchWallets, watchAccounts } from "./searchWallets.ts";
export type { Provider, Wallet } from "./searchWallets.ts";
