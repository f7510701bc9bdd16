import {
  METHODS,
  serverOf,
  type ApiDocument,
  type Method,
  type ParameterObject,
  type SecurityRequirement,
  type ServerName,
} from "./document.ts";

export interface ListedOperation {
  readonly id: string;
  readonly method: Method;
  readonly path: string;
  readonly server: ServerName;
  readonly isExtension: boolean;
  /** Price of a call; 0 is free. */
  readonly units: number;
  readonly security: readonly SecurityRequirement[];
  readonly parameters: readonly ListedParameter[];
  readonly requestTypes: readonly string[];
  /** Status → media types. */
  readonly responses: Readonly<Record<string, readonly string[]>>;
}

export interface ListedParameter {
  readonly name: string;
  readonly in: ParameterObject["in"];
  readonly required: boolean;
  readonly type: string;
  readonly hasDefault: boolean;
}

/** Every operation of a dereferenced document, by id. Throws if two have the same id. */
export function listOperations(document: ApiDocument): ListedOperation[] {
  const operations = Object.keys(document.paths).flatMap((path) => listOfPath(document, path));
  const ids = operations.map(({ id }) => id);
  const repeated = ids.filter((id, index) => ids.indexOf(id) !== index);
  if (repeated.length > 0) throw new Error(`Two operations have the operationId ${repeated.join(", ")}`);
  return operations.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

function listOfPath(document: ApiDocument, path: string): ListedOperation[] {
  const item = document.paths[path] ?? {};
  return METHODS.flatMap((method) => {
    const operation = item[method];
    if (operation === undefined) return [];
    const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
    return {
      id: operation.operationId,
      method,
      path,
      server: serverOf(item, operation, document),
      isExtension: operation["x-extension"] === true,
      units: operation["x-units"] ?? 0,
      security: operation.security ?? document.security ?? [],
      parameters: lastOfEach(parameters).map(listParameter),
      requestTypes: Object.keys(operation.requestBody?.content ?? {}),
      responses: Object.fromEntries(
        Object.entries(operation.responses).map(([status, { content }]) => [status, Object.keys(content ?? {})]),
      ),
    };
  });
}

/** An operation's parameter overrides its path's. */
const lastOfEach = (parameters: readonly ParameterObject[]): ParameterObject[] => [
  ...new Map(parameters.map((parameter) => [`${parameter.in}:${parameter.name}`, parameter])).values(),
];

const listParameter = ({ name, in: location, required = false, schema = {} }: ParameterObject): ListedParameter => ({
  name,
  in: location,
  required,
  type: [schema.type ?? "string"].flat().join("|"),
  hasDefault: schema.default !== undefined,
});
