/** The texts that the parts show by themselves. */
export interface UiTexts {
  readonly close: string;
  readonly copy: string;
  /** Of a button that has copied. */
  readonly copied: string;
  /** Of a button that copies a value. @param name - What the value is. */
  readonly copyValue: (name: string) => string;
  /** Announced. */
  readonly valueCopied: (name: string) => string;
  readonly cannotCopy: string;
  readonly theme: string;
  readonly systemTheme: string;
  readonly lightTheme: string;
  readonly darkTheme: string;
  readonly justNow: string;
  readonly inAMoment: string;
  /** An address, shortened, of a chain by name. */
  readonly onChain: (address: string, chain: string) => string;
}

export const ENGLISH: UiTexts = {
  close: "Close",
  copy: "Copy",
  copied: "Copied",
  copyValue: (name) => `Copy ${name}`,
  valueCopied: (name) => `Copied: ${name}`,
  cannotCopy: "The browser didn't let this page copy: select the text and copy it yourself.",
  theme: "Theme",
  systemTheme: "System",
  lightTheme: "Light",
  darkTheme: "Dark",
  justNow: "just now",
  inAMoment: "in a moment",
  onChain: (address, chain) => `${address} on ${chain}`,
};
