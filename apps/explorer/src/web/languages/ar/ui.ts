import type { Translation } from "../catalogue.ts";
import type { messages as english } from "../en/ui.ts";

export const messages: Translation<typeof english> = {
  "ui.close": "إغلاق",
  "ui.copy": "نسخ",
  "ui.copied": "تم النسخ",
  "ui.copyValue": "نسخ {name}",
  "ui.valueCopied": "تم نسخ: {name}",
  "ui.cannotCopy": "لم يسمح المتصفح لهذه الصفحة بالنسخ: حدِّد النص وانسخه بنفسك.",
  "ui.theme": "المظهر",
  "ui.systemTheme": "حسب النظام",
  "ui.lightTheme": "فاتح",
  "ui.darkTheme": "داكن",
  "ui.justNow": "الآن",
  "ui.inAMoment": "بعد لحظات",
  "ui.onChain": "{address} على {chain}",
};
