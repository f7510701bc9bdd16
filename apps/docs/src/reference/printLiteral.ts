/** Code in place of a value. */
export type Raw = { readonly raw: string };
/** How a language writes values; by default as in JSON. */
export type Syntax = {
  readonly key: (name: string) => string;
  readonly true: string;
  readonly false: string;
  readonly null: string;
};

export const TYPESCRIPT: Syntax = {
  key: (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)),
  true: "true",
  false: "false",
  null: "null",
};
export const PYTHON: Syntax = { key: (name) => JSON.stringify(name), true: "True", false: "False", null: "None" };

const WIDTH = 90;

export const raw = (code: string): Raw => ({ raw: code });

/** Prints a value as a literal: on one line if it fits, otherwise one member per line. */
export function printLiteral(value: unknown, syntax: Syntax, indent = ""): string {
  const line = print(value, syntax, (open, members, close) =>
    members.length === 0 ? open + close : open === "{" ? `{ ${members.join(", ")} }` : `[${members.join(", ")}]`,
  );
  if (indent.length + line.length <= WIDTH || !isNested(value)) return line;
  const inner = `${indent}  `;
  const spread = (open: string, members: readonly string[], close: string) =>
    `${open}\n${members.map((member) => `${inner}${member},\n`).join("")}${indent}${close}`;
  return print(value, syntax, spread, inner);
}

type Join = (open: string, members: readonly string[], close: string) => string;

function print(value: unknown, syntax: Syntax, join: Join, indent?: string): string {
  const member = (one: unknown) =>
    indent === undefined ? print(one, syntax, join) : printLiteral(one, syntax, indent);
  if (isRaw(value)) return value.raw;
  if (value === null || value === undefined) return syntax.null;
  if (typeof value === "boolean") return value ? syntax.true : syntax.false;
  if (Array.isArray(value)) return join("[", value.map(member), "]");
  if (typeof value !== "object") return JSON.stringify(value);
  return join(
    "{",
    Object.entries(value).map(([name, one]) => `${syntax.key(name)}: ${member(one)}`),
    "}",
  );
}

const isRaw = (value: unknown): value is Raw => typeof value === "object" && value !== null && "raw" in value;
const isNested = (value: unknown): boolean => typeof value === "object" && value !== null && !isRaw(value);
