import { assertKnownFields, FieldsError, parseFields } from "../answers/fields.ts";
import type { FieldTree, ReadOperation } from "../readOperations.ts";
import { findDefaultFields } from "./findDefaultFields.ts";

export interface ReadRequest {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** Undefined: the operation has none. */
  readonly body: Readonly<Record<string, unknown>> | undefined;
  /** Undefined: all fields. */
  readonly fields: FieldTree | undefined;
  readonly skip: number;
}

/** Arguments that a tool doesn't have, or can't use: what is wrong, by argument. */
export class ArgumentsError extends Error {
  override readonly name = "ArgumentsError";
  readonly errors: Readonly<Record<string, string>>;
  constructor(errors: Readonly<Record<string, string>>) {
    super(
      Object.entries(errors)
        .map(([name, text]) => `${name} ${text}`)
        .join("; "),
    );
    this.errors = errors;
  }
}

const OWN = new Set(["fields", "skip"]);

/**
 * Splits a tool's arguments into a request. Values are validated by the data API.
 * @throws ArgumentsError for arguments that don't exist or are missing, and for invalid `fields` and `skip`.
 */
export function readArguments(operation: ReadOperation, given: Readonly<Record<string, unknown>> = {}): ReadRequest {
  const { parameters, body } = operation;
  const ofUrl = new Map(parameters.map((parameter) => [parameter.name, parameter.in]));
  const ofBody = new Set(Object.keys(body?.schema["properties"] ?? {}));
  const present = Object.entries(given).filter(([, value]) => value !== undefined);
  const errors: Record<string, string> = {};
  for (const [name, value] of present) {
    if (!ofUrl.has(name) && !ofBody.has(name) && !OWN.has(name)) {
      errors[printable(name)] =
        `is no argument of ${operation.id}; there are ${[...ofUrl.keys(), ...ofBody, ...OWN].join(", ")}`;
    } else if (ofUrl.has(name) && !isQueryValue(value)) errors[name] = "must be text, a number, a boolean or a list";
  }
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name);
  for (const name of [...required, ...((body?.schema["required"] ?? []) as string[])])
    if (given[name] === undefined) errors[name] = "is required";
  const fields = collect(errors, "fields", () => readFields(operation, given["fields"]));
  const skip = collect(errors, "skip", () => readSkip(given["skip"])) ?? 0;
  if (Object.keys(errors).length > 0) throw new ArgumentsError(errors);
  return {
    path: Object.fromEntries(present.filter(([name]) => ofUrl.get(name) === "path")),
    query: Object.fromEntries(present.filter(([name]) => ofUrl.get(name) === "query")),
    body: body && Object.fromEntries(present.filter(([name]) => ofBody.has(name))),
    fields,
    skip,
  };
}

const isQueryValue = (value: unknown): boolean =>
  ["string", "number", "boolean"].includes(typeof value) ||
  (Array.isArray(value) && value.every((entry) => typeof entry === "string" || typeof entry === "number"));

const printable = (name: string): string => name.slice(0, 60).replaceAll(/[^\x20-\x7e]/g, "?");

function collect<T>(errors: Record<string, string>, name: string, read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof FieldsError)) throw error;
    errors[name] = error.message;
    return undefined;
  }
}

function readFields({ id, fields: known }: ReadOperation, given: unknown): FieldTree | undefined {
  const text = given ?? findDefaultFields(id);
  if (text === undefined || text === "" || text === "*") return undefined;
  if (typeof text !== "string") throw new FieldsError("must be text");
  const fields = parseFields(text);
  assertKnownFields(fields, known);
  return fields;
}

function readSkip(given: unknown): number {
  if (given === undefined) return 0;
  if (typeof given === "number" && Number.isSafeInteger(given) && given >= 0) return given;
  throw new FieldsError("must be a whole number, 0 or more");
}
