/** Renders rows as lines with aligned columns. */
export function renderTable(rows: readonly (readonly string[])[]): string[] {
  const count = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

/** `2027-12-31`, UTC. */
export const toDay = (date: Date): string => date.toISOString().slice(0, 10);

/** `2027-12-31T23:59Z`. */
export const toMinute = (date: Date): string => `${date.toISOString().slice(0, 16)}Z`;

export const formatCount = (count: number): string => count.toLocaleString("en");
