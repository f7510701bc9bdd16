/** The parts of an operation that are read. */
export interface QueriedOperation {
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly schema?: { readonly type?: unknown };
  }[];
}

export type ParameterKind = "string" | "integer" | "boolean" | "list";

/** Declared query parameters: name → kind. */
export type QuerySpec = ReadonlyMap<string, ParameterKind>;

export function querySpecOf(operation: QueriedOperation): QuerySpec {
  const inQuery = (operation.parameters ?? []).filter((parameter) => parameter.in === "query");
  return new Map(inQuery.map(({ name, schema }) => [name, kindOf(schema?.type)]));
}

function kindOf(type: unknown): ParameterKind {
  if (type === "array") return "list";
  if (type === "integer" || type === "boolean") return type;
  return "string";
}
