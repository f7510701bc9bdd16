/** What a spreadsheet would take as a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** One line of a CSV file (RFC 4180), in which no text is a formula. */
export const csvLine = (fields: readonly (string | number | undefined)[]): string =>
  `${fields.map((field) => cell(field === undefined ? "" : String(field))).join(",")}\r\n`;

function cell(text: string): string {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
