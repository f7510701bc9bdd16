export { shortAddress } from "@portico/client";
export { initialOf, plainLines, plainText, readSite } from "./text/plainText.ts";
export { accountWords, agoWords, countWords, dayWords, momentWords, plural, shortDayWords } from "./text/words.ts";
export { themeSelect } from "./theme/themeSelect.ts";
export { readAccounts, searchWallets, watchAccounts } from "./wallets/searchWallets.ts";
export type { Provider, Wallet } from "./wallets/searchWallets.ts";
