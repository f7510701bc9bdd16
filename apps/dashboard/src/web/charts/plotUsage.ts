import type { Usage, UsageRow } from "@portico/contract";

/** One series of the stacked bars. */
export interface Series {
  readonly id: string;
  readonly label: string;
  readonly colour: string;
}

export interface Point {
  /** YYYY-MM-DD, or the ISO time at which a shorter span begins. */
  readonly day: string;
  /** Series id → units, or what else is plotted; absent if nothing was used. */
  readonly units: Readonly<Record<string, number>>;
  readonly total: number;
}

export interface UsagePlot {
  readonly series: readonly Series[];
  readonly points: readonly Point[];
  readonly total: number;
}

export type Split = "total" | "operation" | "key";

const MAX_SERIES = 6;
const REST = "rest";
/** Id of the only series if usage is not split. */
export const ALL = "all";
const DAY_MS = 86_400_000;

/** Prepares usage for a chart: every day of the range, split into the largest series and the rest. */
export function plotUsage(
  { from, to, usage_list: rows }: Usage,
  split: Split,
  labelOf: (row: UsageRow) => string,
): UsagePlot {
  const sums = Map.groupBy(rows, (row) => idOf(row, split));
  const ranked = [...sums]
    .map(([id, own]) => ({ id, label: own[0] === undefined ? id : labelOf(own[0]), units: sumOf(own) }))
    .toSorted((a, b) => b.units - a.units);
  const named = ranked.slice(0, ranked.length > MAX_SERIES ? MAX_SERIES - 1 : MAX_SERIES);
  const series = named.map(({ id, label }, index) => ({ id, label, colour: `var(--plot-${index + 1})` }));
  if (ranked.length > named.length)
    series.push({ id: REST, label: `${ranked.length - named.length} others`, colour: "var(--plot-rest)" });
  const isNamed = new Set(named.map(({ id }) => id));
  const byDay = Map.groupBy(rows, ({ day }) => day);
  const points = daysBetween(from, to).map((day) =>
    pointOf(day, byDay.get(day) ?? [], (row) => (isNamed.has(idOf(row, split)) ? idOf(row, split) : REST)),
  );
  return { series, points, total: sumOf(rows) };
}

const idOf = (row: UsageRow, split: Split): string =>
  split === "operation" ? row.operation : split === "key" ? row.key_id : ALL;

function pointOf(day: string, rows: readonly UsageRow[], seriesOf: (row: UsageRow) => string): Point {
  const bySeries = Map.groupBy(rows, seriesOf);
  const units = Object.fromEntries([...bySeries].map(([id, own]) => [id, sumOf(own)]));
  return { day, units, total: sumOf(rows) };
}

const sumOf = (rows: readonly UsageRow[]): number => rows.reduce((sum, { units }) => sum + units, 0);

/** Every UTC day from one to another, inclusive. */
export function daysBetween(from: string, to: string): string[] {
  const count = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, day) => dayAt(Date.parse(from) + day * DAY_MS));
}

/** The UTC day of a timestamp. */
export const dayAt = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 10);

/** The day `count` days before another. */
export const daysBefore = (day: string, count: number): string => dayAt(Date.parse(day) - count * DAY_MS);
