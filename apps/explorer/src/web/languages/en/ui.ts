/** As the parts have it themselves, see UiTexts. */
export const messages = {
  "ui.close": "Close",
  "ui.copy": "Copy",
  "ui.copied": "Copied",
  "ui.copyValue": "Copy {name}",
  "ui.valueCopied": "Copied: {name}",
  "ui.cannotCopy": "The browser didn't let this page copy: select the text and copy it yourself.",
  "ui.theme": "Theme",
  "ui.systemTheme": "System",
  "ui.lightTheme": "Light",
  "ui.darkTheme": "Dark",
  "ui.justNow": "just now",
  "ui.inAMoment": "in a moment",
  "ui.onChain": "{address} on {chain}",
} as const;
