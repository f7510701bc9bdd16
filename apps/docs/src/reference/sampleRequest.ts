/** A dereferenced OpenAPI document: no `$ref` anywhere. */
export type ApiDocument = {
  readonly servers?: readonly Server[];
  readonly security?: readonly Security[];
  readonly info?: { readonly description?: string };
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components?: { readonly securitySchemes?: Readonly<Record<string, SecurityScheme>> };
};
export type Operation = {
  readonly operationId: string;
  readonly servers?: readonly Server[];
  readonly security?: readonly Security[];
  readonly parameters?: readonly Parameter[];
  readonly responses?: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>;
  readonly requestBody?: { readonly required?: boolean; readonly content: Readonly<Record<string, MediaType>> };
};
type Server = { readonly url: string; readonly variables?: Readonly<Record<string, { readonly default: string }>> };
type Security = Readonly<Record<string, readonly string[]>>;
type PathItem = Readonly<Record<string, unknown>> & Pick<Operation, "servers" | "parameters">;
type Examples = Readonly<Record<string, { readonly value?: unknown }>>;
type Parameter = {
  readonly name: string;
  readonly in: "query" | "path" | "header" | "cookie";
  readonly required?: boolean;
  readonly example?: unknown;
  readonly examples?: Examples;
  readonly schema?: Schema;
};
type MediaType = { readonly example?: unknown; readonly examples?: Examples; readonly schema?: Schema };
type Schema = {
  readonly type?: string | readonly string[];
  readonly examples?: readonly unknown[];
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
};
export type SecurityScheme = { readonly type: string; readonly scheme?: string; readonly name?: string };

/** How a call authenticates. */
export type Credential = "accessKey" | "bearer" | "basic" | "none";

/** A valid request, independent of a language. */
export type SampleRequest = {
  readonly method: string;
  readonly baseUrl: string;
  /** As in the contract, braces included. */
  readonly path: string;
  readonly pathParameters: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly credential: Credential;
  readonly body?: { readonly type: string; readonly value: unknown };
  /** A successful response: JSON, an empty body, or a page for browsers only. */
  readonly answer: "json" | "empty" | "page";
};

export const FORM = "application/x-www-form-urlencoded";
export const METHODS = ["get", "put", "post", "delete", "patch"] as const;

/** Builds a request to an operation: only its required parameters, each with its first example. */
export function sampleRequest(document: ApiDocument, path: string, method: string): SampleRequest {
  const item = document.paths[path] ?? {};
  const operation = item[method] as Operation;
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].filter(({ required }) => required);
  const valuesIn = (location: Parameter["in"]) =>
    Object.fromEntries(
      parameters
        .filter((parameter) => parameter.in === location)
        .map((parameter) => [parameter.name, exampleOf(parameter)]),
    );
  return {
    method,
    baseUrl: baseUrlOf(operation.servers ?? item.servers ?? document.servers ?? []),
    path,
    pathParameters: valuesIn("path"),
    query: valuesIn("query"),
    credential: credentialOf(operation.security ?? document.security ?? [], document.components?.securitySchemes ?? {}),
    ...bodyOf(operation.requestBody),
    answer: answerOf(operation.responses ?? {}),
  };
}

function answerOf(responses: NonNullable<Operation["responses"]>): SampleRequest["answer"] {
  const success = Object.entries(responses).filter(([status]) => /^[23]/.test(status));
  if (success.some(([, { content }]) => content !== undefined && "application/json" in content)) return "json";
  return success.some(([status]) => status.startsWith("3")) ? "page" : "empty";
}

const baseUrlOf = ([server]: readonly Server[]): string =>
  (server?.url ?? "").replaceAll(/\{([^}]+)\}/g, (_all, name: string) => server?.variables?.[name]?.default ?? name);

function credentialOf(security: readonly Security[], schemes: Readonly<Record<string, SecurityScheme>>): Credential {
  const names = security.flatMap((one) => Object.keys(one));
  const scheme = schemes[names[0] ?? ""];
  if (scheme === undefined) return "none";
  if (scheme.type === "apiKey") return "accessKey";
  return scheme.type === "http" && scheme.scheme === "basic" ? "basic" : "bearer";
}

function bodyOf(requestBody: Operation["requestBody"]): Pick<SampleRequest, "body"> | undefined {
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  return type === undefined || media === undefined ? undefined : { body: { type, value: exampleOf(media) } };
}

const exampleOf = ({ example, examples, schema }: Pick<Parameter, "example" | "examples" | "schema">): unknown =>
  example ?? Object.values(examples ?? {})[0]?.value ?? valueOf(schema ?? {});

/**
 * A value for a schema: its first example, constant, default or first enum value, else the simplest value of its type.
 */
function valueOf(schema: Schema): unknown {
  const stated = schema.examples?.[0] ?? schema.const ?? schema.default ?? schema.enum?.[0];
  if (stated !== undefined) return stated;
  const branch = schema.oneOf?.[0] ?? schema.anyOf?.[0];
  if (branch !== undefined) return valueOf(branch);
  if (schema.allOf !== undefined) return Object.assign({}, ...schema.allOf.map(valueOf), objectOf(schema)) as object;
  const type = [schema.type ?? "object"].flat()[0];
  if (type === "array") return [valueOf(schema.items ?? {})];
  if (type === "object") return objectOf(schema);
  return type === "string" ? "" : type === "boolean" ? true : 1;
}

const objectOf = ({ required = [], properties = {} }: Schema): object =>
  Object.fromEntries(required.map((name) => [name, valueOf(properties[name] ?? {})]));

/** The full URL of a request; lists are comma-separated, as in the contract. */
export function urlOf({ baseUrl, path, pathParameters, query }: SampleRequest): string {
  const filled = path.replaceAll(/\{([^}]+)\}/g, (_all, name: string) =>
    encodeURIComponent(String(pathParameters[name])),
  );
  const pairs = Object.entries(query).map(
    ([name, value]) => `${name}=${encodeURIComponent(String(value)).replaceAll("%2C", ",")}`,
  );
  return `${baseUrl}${filled}${pairs.length > 0 ? `?${pairs.join("&")}` : ""}`;
}
