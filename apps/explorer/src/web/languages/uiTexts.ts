import type { UiTexts } from "@portico/ui/browser";
import { t } from "./t.ts";

/** What the parts of all apps say, in the language that is shown now. */
export const uiTexts = (): UiTexts => ({
  close: t("ui.close"),
  copy: t("ui.copy"),
  copied: t("ui.copied"),
  copyValue: (name) => t("ui.copyValue", { name }),
  valueCopied: (name) => t("ui.valueCopied", { name }),
  cannotCopy: t("ui.cannotCopy"),
  theme: t("ui.theme"),
  systemTheme: t("ui.systemTheme"),
  lightTheme: t("ui.lightTheme"),
  darkTheme: t("ui.darkTheme"),
  justNow: t("ui.justNow"),
  inAMoment: t("ui.inAMoment"),
  onChain: (address, chain) => t("ui.onChain", { address, chain }),
});
