import { perLocale } from "@portico/ui/browser";
export interface CurvePoint {
  /** Unix seconds. */
  readonly timeAt: number;
  readonly usdValue: number;
}

export interface ChartPoint extends CurvePoint {
  /** Per cent of the plot's width from the left, and of its height from the top. */
  readonly x: number;
  readonly y: number;
}

export interface Mark {
  readonly x: number;
  readonly words: string;
}

const HOUR = perLocale(
  (locale) => new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }),
);
const DAY = perLocale((locale) => new Intl.DateTimeFormat(locale, { day: "numeric", month: "short" }));
const MONTH = perLocale((locale) => new Intl.DateTimeFormat(locale, { month: "short", year: "2-digit" }));
const A_DAY_AND_MORE = 90_000;
const MAX_DAYS = 7.5;
const [SIX_HOURS, A_DAY, LONG] = [21_600, 86_400, 200 * 86_400];
/** Nearer to an edge than this, in per cent, a mark's label would overflow the plot. */
const SIDE = 6;
const MIDDLE = 50;

/**
 * Points with their positions: from the start, by default the first, to the last, from the highest to the lowest. Constant
 * values are in the middle.
 */
export function layoutPoints(points: readonly CurvePoint[], startAt?: number): ChartPoint[] {
  const values = points.map(({ usdValue }) => usdValue);
  const [least, max] = [Math.min(...values), Math.max(...values)];
  return points.map((point) => ({
    ...point,
    x: positionOf(point.timeAt, points, startAt),
    y: max === least ? MIDDLE : ((max - point.usdValue) / (max - least)) * 100,
  }));
}

/** Full hours or days in local time. */
export function marksOf(points: readonly CurvePoint[], startAt = points[0]?.timeAt): Mark[] {
  const [first = 0, last = 0] = [startAt, points.at(-1)?.timeAt];
  const [format, step] =
    last - first > A_DAY_AND_MORE ? [formatOf(last - first), daysBetween(last - first)] : [HOUR, SIX_HOURS];
  const shift = new Date(last * 1000).getTimezoneOffset() * 60;
  const marks: Mark[] = [];
  for (let at = Math.ceil((first - shift) / step) * step + shift; at <= last; at += step)
    marks.push({ x: positionOf(at, points, startAt), words: format().format(at * 1000) });
  return marks.filter(({ x }) => x >= SIDE && x <= 100 - SIDE);
}

/** The distance of marks, s: whole days, of which the plot has room for a week. */
const daysBetween = (seconds: number): number => Math.ceil(seconds / (MAX_DAYS * A_DAY)) * A_DAY;

/** The year, where a day alone isn't clear. */
const formatOf = (seconds: number): (() => Intl.DateTimeFormat) => (seconds > LONG ? MONTH : DAY);

function positionOf(timeAt: number, points: readonly CurvePoint[], startAt = points[0]?.timeAt): number {
  const [first = 0, last = 0] = [startAt, points.at(-1)?.timeAt];
  return last === first ? MIDDLE : ((timeAt - first) / (last - first)) * 100;
}
