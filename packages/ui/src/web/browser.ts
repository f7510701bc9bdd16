export { shortAddress } from "@portico/client";
export { FIRST_DAY } from "./text/firstDay.ts";
export { initialOf, plainLines, plainText, readSite } from "./text/plainText.ts";
export {
  formatAccount,
  formatAgo,
  formatCount,
  formatDay,
  formatTimestamp,
  plural,
  formatShortDay,
} from "./text/format.ts";
export { perLocale, setUiLanguage, uiLocale } from "./language/uiLanguage.ts";
export type { UiTexts } from "./language/uiTexts.ts";
export { themeSelect } from "./theme/themeSelect.ts";
export { PHONE_WALLETS } from "./wallets/phoneWallets.ts";
export { readAccounts, searchWallets, watchAccounts } from "./wallets/searchWallets.ts";
export type { Provider, Wallet } from "./wallets/searchWallets.ts";
