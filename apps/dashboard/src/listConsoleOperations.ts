import type { ConsoleOperation, ConsoleParameter } from "./web/pages/console/consoleOperation.ts";

interface Reference {
  readonly $ref?: string;
}

interface Schema extends Reference {
  readonly type?: unknown;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
}

interface Parameter extends Reference {
  readonly name: string;
  readonly in: ConsoleParameter["in"];
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
  readonly example?: boolean | number | string | readonly string[];
}

interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly examples?: Readonly<Record<string, Reference>> }>>;
  };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>;
  readonly "x-alias-of"?: string;
}

/** The bundled contract. */
export interface ContractDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** Headers that a browser sets by itself, or that mean nothing in a console. */
const LEFT_OUT = new Set(["If-None-Match", "Last-Event-ID"]);

/** The operations that an access key opens, without aliases and streams, with what a form needs of the contract. */
export function listConsoleOperations(document: ContractDocument): ConsoleOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) =>
      isForConsole(operation) ? [toConsoleOperation(document, { path, method, operation })] : [],
    ),
  );
}

const isForConsole = ({ operationId, security, responses, "x-alias-of": aliasOf }: Operation): boolean =>
  operationId !== undefined &&
  aliasOf === undefined &&
  (security ?? [{ AccessKey: [] }]).some((one) => "AccessKey" in one) &&
  responses["200"]?.content?.["text/event-stream"] === undefined;

function toConsoleOperation(
  document: ContractDocument,
  { path, method, operation }: { path: string; method: string; operation: Operation },
): ConsoleOperation {
  const { operationId = "", summary = "", tags = [], parameters = [], requestBody } = operation;
  const [example] = Object.values(requestBody?.content["application/json"]?.examples ?? {});
  const body = example && (resolve(document, example) as { value?: unknown }).value;
  return {
    id: operationId,
    method: method.toUpperCase(),
    path,
    summary,
    tag: tags[0] ?? "Other",
    parameters: parameters
      .map((parameter) => resolve(document, parameter) as Parameter)
      .filter(({ name }) => !LEFT_OUT.has(name))
      .map((parameter) => toConsoleParameter(document, parameter)),
    ...(body !== undefined && { body: JSON.stringify(body, undefined, 2) }),
  };
}

function toConsoleParameter(document: ContractDocument, parameter: Parameter): ConsoleParameter {
  const { name, in: place, required = false, description = "", example } = parameter;
  const { type, enum: values, minimum, maximum, pattern } = resolve(document, parameter.schema) as Schema;
  const kind = type === "integer" || type === "boolean" || type === "array" ? type : "string";
  return {
    name,
    in: place,
    kind,
    isRequired: required,
    description: description.split("\n\n")[0]?.replaceAll(/\s+/g, " ").trim() ?? "",
    example: String(example ?? ""), // arrays with commas
    ...(values !== undefined && { values: values.map(String) }),
    ...(minimum !== undefined && { min: minimum }),
    ...(maximum !== undefined && { max: maximum }),
    ...(pattern !== undefined && isForInputs(pattern) && { pattern }),
  };
}

/** Whether the attribute `pattern` means the same: it is anchored, and in the syntax of the flag v. */
function isForInputs(pattern: string): boolean {
  try {
    return pattern.startsWith("^") && pattern.endsWith("$") && new RegExp(pattern, "v") instanceof RegExp;
  } catch {
    return false;
  }
}

function resolve(document: ContractDocument, part: Reference): unknown {
  if (part.$ref === undefined) return part;
  const found = part.$ref
    .slice(2)
    .split("/")
    .reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], document);
  return resolve(document, found as Reference);
}
