type Cell = number | string;

/**
 * RFC 4180, with a header line. Spreadsheets execute texts that begin like a formula: these are prefixed with an
 * apostrophe.
 */
export function writeCsv<Name extends string>(
  columns: readonly Name[],
  rows: readonly Readonly<Record<Name, Cell>>[],
): string {
  const lines = [columns, ...rows.map((row) => columns.map((name) => row[name]))];
  return lines.map((cells) => `${cells.map(writeCell).join(",")}\r\n`).join("");
}

function writeCell(cell: Cell): string {
  if (typeof cell === "number") return String(cell);
  const text = /^\s*[=+\-@\t\r＝＋－＠]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
