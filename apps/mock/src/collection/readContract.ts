type Json = Readonly<Record<string, unknown>>;

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly isRequired: boolean;
  readonly description: string;
  readonly example: unknown;
}

export interface Media {
  readonly type: string;
  /** By name, in the contract's order. */
  readonly examples: readonly (readonly [name: string, value: unknown])[];
}

/** One operation of an OpenAPI document, with resolved references. */
export interface ContractEntry {
  readonly id: string;
  /** Lower case. */
  readonly method: string;
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** The first security scheme; undefined: none. */
  readonly scheme: string | undefined;
  readonly parameters: readonly Parameter[];
  /** The first kind of body it accepts. */
  readonly body: Media | undefined;
  /** By status; `$ref` of a shared one, else undefined. */
  readonly responses: readonly {
    readonly status: string;
    readonly ref: string | undefined;
    readonly media: readonly Media[];
  }[];
}

const METHODS = new Set(["get", "post", "put", "patch", "delete"]);

/** Every operation of a document, in its order. */
export function readContract(document: Json): ContractEntry[] {
  return Object.entries(document["paths"] as Json).flatMap(([path, item]) =>
    Object.entries(item as Json)
      .filter(([method]) => METHODS.has(method))
      .map(([method, operation]) =>
        readEntry(document, { path, method, item: item as Json, operation: operation as Json }),
      ),
  );
}

interface ContractLocation {
  readonly path: string;
  readonly method: string;
  readonly item: Json;
  readonly operation: Json;
}

function readEntry(document: Json, { path, method, item, operation }: ContractLocation): ContractEntry {
  const security = (operation["security"] ?? document["security"] ?? []) as Json[];
  const [body] = readMedia(document, resolve(document, operation["requestBody"]));
  return {
    id: String(operation["operationId"]),
    method,
    path,
    tag: (operation["tags"] as string[] | undefined)?.[0] ?? "",
    summary: textOf(operation["summary"]),
    description: textOf(operation["description"]),
    scheme: Object.keys(security[0] ?? {})[0],
    parameters: [...list(item["parameters"]), ...list(operation["parameters"])].map((node) =>
      readParameter(document, node),
    ),
    body,
    responses: Object.entries(operation["responses"] as Json).map(([status, response]) => ({
      status,
      ref: (response as { $ref?: string }).$ref,
      media: readMedia(document, resolve(document, response)),
    })),
  };
}

function readParameter(document: Json, node: unknown): Parameter {
  const parameter = resolve(document, node);
  return {
    name: String(parameter["name"]),
    in: String(parameter["in"]),
    isRequired: parameter["required"] === true,
    description: textOf(parameter["description"]),
    example: readExamples(document, parameter)[0]?.[1],
  };
}

const readMedia = (document: Json, holder: Json): Media[] =>
  Object.entries((holder["content"] ?? {}) as Json).map(([type, media]) => ({
    type,
    examples: readExamples(document, resolve(document, media)),
  }));

function readExamples(document: Json, holder: Json): [name: string, value: unknown][] {
  if (holder["example"] !== undefined) return [["Example", holder["example"]]];
  return Object.entries((holder["examples"] ?? {}) as Json).map(([name, node]) => [
    name,
    resolve(document, node)["value"],
  ]);
}

/** Follows `$ref`s to a value. */
function resolve(document: Json, node: unknown): Json {
  const ref = (node as { $ref?: string } | undefined)?.$ref;
  return ref === undefined ? ((node ?? {}) as Json) : resolve(document, followRef(document, ref));
}

/** The target of a JSON pointer within a document, `#/…`. */
export const followRef = (document: Json, ref: string): unknown =>
  ref
    .slice(2)
    .split("/")
    .reduce<unknown>((found, key) => (found as Json)[key.replaceAll("~1", "/").replaceAll("~0", "~")], document);

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
