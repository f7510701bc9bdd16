import type { Translation } from "../catalogue.ts";
import type { messages as english } from "../en/ui.ts";

export const messages: Translation<typeof english> = {
  "ui.close": "Schließen",
  "ui.copy": "Kopieren",
  "ui.copied": "Kopiert",
  "ui.copyValue": "{name} kopieren",
  "ui.valueCopied": "Kopiert: {name}",
  "ui.cannotCopy": "Der Browser lässt diese Seite nicht kopieren: Markieren und kopieren Sie den Text selbst.",
  "ui.theme": "Farbschema",
  "ui.systemTheme": "System",
  "ui.lightTheme": "Hell",
  "ui.darkTheme": "Dunkel",
  "ui.justNow": "gerade eben",
  "ui.inAMoment": "gleich",
  "ui.onChain": "{address} auf {chain}",
};
