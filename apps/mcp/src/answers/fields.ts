import type { FieldTree } from "../readOperations.ts";

const MAX_LENGTH = 2000;
const MAX_DEPTH = 16;

/** Why a selection of fields can't be used; the message names the part that is wrong. */
export class FieldsError extends Error {
  override readonly name = "FieldsError";
}

type Node = { [name: string]: true | Node };

/**
 * Parses `a,b{c,d}`, the grammar of X-Fields, in which `*` alone is every other field; beyond it, `*{a,b}` are fields of
 * every value of a dictionary.
 * @throws FieldsError
 */
export function parseFields(text: string): FieldTree {
  if (text.length > MAX_LENGTH) throw new FieldsError(`is longer than ${MAX_LENGTH} characters`);
  const tokens = text.match(/[\w:-]+|[^\s]/g) ?? [];
  const isBraced = tokens[0] === "{";
  const read = { tokens, at: isBraced ? 1 : 0 };
  const fields = readLevel(read, isBraced ? 1 : 0);
  if (isBraced) read.at += 1;
  if (read.at < tokens.length || (isBraced && tokens[read.at - 1] !== "}")) throw unexpected(read);
  return fields;
}

interface Reading {
  readonly tokens: readonly string[];
  at: number;
}

function readLevel(read: Reading, depth: number): Node {
  if (depth > MAX_DEPTH) throw new FieldsError(`is nested deeper than ${MAX_DEPTH}`);
  const fields = Object.create(null) as Node;
  for (;;) {
    const name = read.tokens[read.at] ?? "";
    if (!/^(?:[\w:-]+|\*)$/.test(name)) throw unexpected(read);
    read.at += 1;
    fields[name] = true;
    if (read.tokens[read.at] === "{") {
      read.at += 1;
      fields[name] = readLevel(read, depth + 1);
      if (read.tokens[read.at] !== "}") throw unexpected(read);
      read.at += 1;
    }
    if (read.tokens[read.at] !== ",") return fields;
    read.at += 1;
  }
}

const unexpected = ({ tokens, at }: Reading): FieldsError => {
  const token = tokens[at];
  return new FieldsError(token === undefined ? "ends too early" : `has an unexpected '${printable(token)}'`);
};

const printable = (text: string): string => text.slice(0, 40).replaceAll(/[^\x20-\x7e]/g, "?");

/** @throws FieldsError naming fields that the operation's response doesn't have. */
export function assertKnownFields(fields: FieldTree, known: FieldTree, path = ""): void {
  for (const [name, inner] of Object.entries(fields)) {
    if (name === "*" && inner === true) continue;
    const found = Object.hasOwn(known, name) ? known[name] : known["*"];
    if (found === undefined) {
      const names = Object.keys(known).join(", ");
      throw new FieldsError(`'${path}${name}' does not exist; there are ${names}`);
    }
    if (inner === true) continue;
    if (found === true) throw new FieldsError(`'${path}${name}' has no fields of its own`);
    assertKnownFields(inner, found, `${path}${name}.`);
  }
}

/** As X-Fields, which has no fields of a dictionary's values: such dictionaries are asked for whole. */
export const toMask = (fields: FieldTree): string =>
  Object.entries(fields)
    .map(([name, inner]) => (inner === true || isDictionary(inner) ? name : `${name}{${toMask(inner)}}`))
    .join(",");

const isDictionary = (fields: FieldTree): boolean => typeof fields["*"] === "object";

/** The selected fields of a value; of a list, those of its elements. */
export function pickFields(value: unknown, fields: true | FieldTree): unknown {
  if (fields === true || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((element: unknown) => pickFields(element, fields));
  const members = Object.entries(value).flatMap(([name, member]) => {
    const inner = Object.hasOwn(fields, name) ? fields[name] : fields["*"];
    return inner === undefined ? [] : [[name, pickFields(member, inner)] as const];
  });
  return Object.fromEntries(members);
}
