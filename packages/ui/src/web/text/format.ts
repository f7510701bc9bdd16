import { shortAddress } from "@portico/client";
import { perLocale, uiTexts } from "../language/uiLanguage.ts";

const NUMBER = perLocale((locale) => new Intl.NumberFormat(locale));
const DAY = perLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" }));
const SHORT_DAY = perLocale(
  (locale) => new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", timeZone: "UTC" }),
);
const TIMESTAMP_FORMAT = perLocale(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short", hourCycle: "h23" }),
);
const RELATIVE = perLocale((locale) => new Intl.RelativeTimeFormat(locale, { numeric: "auto" }));

/** @param chain - Of a contract's address: on another chain it has another owner. */
export const formatAccount = (address: string, chain: string | null): string =>
  chain === null ? shortAddress(address) : uiTexts().onChain(shortAddress(address), chain);

/** 1,234,567 */
export const formatCount = (count: number): string => NUMBER().format(count);

/** "1 key", "2 keys": for apps in English alone. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** @param day - YYYY-MM-DD, a UTC day. */
export const formatShortDay = (day: string): string => SHORT_DAY().format(Date.parse(day));
export const formatDay = (day: string): string => DAY().format(Date.parse(day));

/** @param timeAt - Unix seconds; shown in local time. */
export const formatTimestamp = (timeAt: number): string => TIMESTAMP_FORMAT().format(timeAt * 1000);

const STEPS = [
  ["minute", 60],
  ["hour", 3600],
  ["day", 86_400],
] as const;

/** "3 minutes ago", "in 2 days"; the date if it is more than 30 days away. */
export function formatAgo(timeAt: number, now = Date.now() / 1000): string {
  const seconds = timeAt - now;
  const away = Math.abs(seconds);
  if (away < 60) return seconds <= 0 ? uiTexts().justNow : uiTexts().inAMoment;
  if (away > 30 * 86_400) return DAY().format(timeAt * 1000);
  const [unit, length] = STEPS.findLast(([, least]) => away >= least) ?? STEPS[0];
  return RELATIVE().format(Math.round(seconds / length), unit);
}
