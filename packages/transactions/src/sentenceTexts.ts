/** Texts of a sentence about a transaction: names and amounts of untrusted tokens, short and on one line. */

const MAX_LETTERS = 24;

/** Without control and formatting characters, which could change the meaning of the sentence around it. */
export const shortenName = (text: string): string => {
  const clean = text.replaceAll(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
  return clean.length > MAX_LETTERS ? `${clean.slice(0, MAX_LETTERS - 1)}…` : clean;
};

export const shortenAddress = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`;

const precise = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 6 });
const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const SMALLEST = 1e-9;

/** @param amount - In units of the token, for display. */
export function formatAmount(amount: number): string {
  if (amount > 0 && amount < SMALLEST) return "less than 0.000000001";
  return amount >= 1e6 ? whole.format(amount) : precise.format(amount);
}
