interface Layout {
  /** Maximum line length in characters, unless a single text is longer. */
  readonly width?: number;
  /** How many levels may be broken: 1 puts each row of a table on one line, whatever its length. */
  readonly depth?: number;
}

/**
 * JSON whose changes are readable in a diff: an object or a list is on one line if it fits, otherwise each of its
 * elements is. Lists of numbers are never broken.
 */
export const formatJson = (value: unknown, { width = 240, depth = Infinity }: Layout = {}): string =>
  `${format(value, width, depth, "")}\n`;

function format(value: unknown, width: number, depth: number, indent: string): string {
  const line = spaced(value);
  if (typeof value !== "object" || value === null || indent.length + line.length <= width) return line;
  if (depth === 0 || (Array.isArray(value) && value.every((element) => typeof element === "number"))) return line;
  const inner = `${indent}  `;
  const formatElement = (element: unknown) => format(element, width, depth - 1, inner);
  const isList = Array.isArray(value);
  const elements = isList
    ? value.map((element) => inner + formatElement(element))
    : Object.entries(value).map(([key, element]) => `${inner}${JSON.stringify(key)}: ${formatElement(element)}`);
  const [open, close] = isList ? "[]" : "{}";
  return `${open}\n${elements.join(",\n")}\n${indent}${close}`;
}

function spaced(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(spaced).join(", ")}]`;
  const members = Object.entries(value).map(([key, element]) => `${JSON.stringify(key)}: ${spaced(element)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}
