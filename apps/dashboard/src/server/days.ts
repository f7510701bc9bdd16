const DAY_MS = 86_400_000;

/** A UTC day, `YYYY-MM-DD`, `daysAgo` before today. */
export const utcDay = (daysAgo = 0): string => shiftDay(new Date().toISOString().slice(0, 10), -daysAgo);

export const shiftDay = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** Days from one UTC day to another. */
export const countDays = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;

/** The last `count` UTC days, including today. */
export const lastDays = (count: number): { from: string; to: string } => ({ from: utcDay(count - 1), to: utcDay() });
