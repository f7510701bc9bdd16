/** A row of an operator's or the catalogue's JSON list, with the functions that read its fields. */
export interface RowFields<Field extends string> {
  /** `file:line`, for messages. */
  location: string;
  /** As in the JSON; undefined if it is missing. */
  get: (field: Field) => unknown;
  /** A text. @throws Error that names file, line and field, and the valid form. */
  read: (field: Field, isValid: (text: string) => boolean, form: string) => string;
  /** Like `read`; undefined if it is missing. */
  readOptional: (field: Field, isValid: (text: string) => boolean, form: string) => string | undefined;
}

export interface LocatedRow<Row> {
  row: Row;
  line: number;
}

/**
 * Rows of a JSON text: a list of objects without other fields than these.
 * @param file - For messages.
 * @throws Error that names the file, the row's line and the field.
 */
export function parseRows<Field extends string, Row>(
  { text, file, fields }: { text: string; file: string; fields: readonly Field[] },
  readRow: (row: RowFields<Field>) => Row,
): LocatedRow<Row>[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new Error(`${file} is not JSON: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
  if (!Array.isArray(json)) throw new Error(`${file} must be a list of rows`);
  const lines = findLines(text, json.length);
  return json.map((row: unknown, index) => {
    const line = lines[index] ?? 1;
    return { row: readRow(openRow(row, `${file}:${line}`, fields)), line };
  });
}

/**
 * @param explain - What is wrong with a row that has the key of another, which is on this line.
 * @throws Error that names file and line.
 */
export function refuseRepeated<Row>(
  rows: readonly LocatedRow<Row>[],
  {
    file,
    getKey,
    explain,
  }: { file: string; getKey: (row: Row) => string; explain: (row: Row, line: number) => string },
): void {
  const seen = new Map<string, number>();
  for (const { row, line } of rows) {
    const first = seen.get(getKey(row));
    if (first !== undefined) throw new Error(`${file}:${line}: ${explain(row, first)}`);
    seen.set(getKey(row), line);
  }
}

function openRow<Field extends string>(row: unknown, location: string, fields: readonly Field[]): RowFields<Field> {
  if (typeof row !== "object" || row === null || Array.isArray(row)) throw new Error(`${location} must be an object`);
  const values = new Map<string, unknown>(Object.entries(row));
  const unknown = [...values.keys()].find((field) => !(fields as readonly string[]).includes(field));
  if (unknown !== undefined)
    throw new Error(`${location}: ${JSON.stringify(unknown)} is not a field; there are ${fields.join(", ")}`);
  const read: RowFields<Field>["read"] = (field, isValid, form) => {
    const value = values.get(field);
    if (typeof value === "string" && isValid(value)) return value;
    throw new Error(`${location}: ${field} must be ${form}, not ${JSON.stringify(value) ?? "missing"}`);
  };
  return {
    location,
    get: (field) => values.get(field),
    read,
    readOptional: (field, ...given) => (values.get(field) === undefined ? undefined : read(field, ...given)),
  };
}

/** The line on which each element of a JSON list begins. */
function findLines(text: string, count: number): number[] {
  const lines: number[] = [];
  let [line, depth, isText, isNext] = [1, 0, false, false];
  for (let at = 0; at < text.length && lines.length < count; at++) {
    const char = text[at]!;
    if (char === "\n") line++;
    if (/\s/.test(char)) continue;
    if (isNext) lines.push(line);
    isNext = !isText && ((depth === 0 && char === "[") || (depth === 1 && char === ","));
    if (isText && char === "\\") at++;
    else if (char === '"') isText = !isText;
    else if (!isText) depth += "[{".includes(char) ? 1 : "]}".includes(char) ? -1 : 0;
  }
  return lines;
}

const MAX_TEXT = 200;

/** Printable, and not only spaces. */
export const isText = (text: string, maxLength = MAX_TEXT): boolean =>
  text.trim() !== "" && text.length <= maxLength && !/\p{C}/u.test(text);
