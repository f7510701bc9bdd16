/** The parts of an OpenAPI 3.1 document that the generator reads. */
export interface ApiDocument {
  readonly servers?: readonly ServerObject[];
  readonly security?: readonly SecurityRequirement[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components?: Readonly<Record<string, unknown>>;
}

export interface ServerObject {
  readonly url: string;
  readonly variables?: Readonly<Record<string, { readonly default: string }>>;
}

export type SecurityRequirement = Readonly<Record<string, readonly string[]>>;

export const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"] as const;
export type Method = (typeof METHODS)[number];

export type PathItem = { readonly [M in Method]?: OperationObject } & {
  readonly servers?: readonly ServerObject[];
  readonly parameters?: readonly ParameterObject[];
};

export interface OperationObject {
  readonly operationId: string;
  readonly "x-extension"?: boolean;
  readonly "x-units"?: number;
  readonly servers?: readonly ServerObject[];
  readonly security?: readonly SecurityRequirement[];
  readonly parameters?: readonly ParameterObject[];
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>;
}

export interface ParameterObject {
  readonly name: string;
  readonly in: "query" | "path" | "header" | "cookie";
  readonly required?: boolean;
  readonly schema?: { readonly type?: string | readonly string[]; readonly default?: unknown };
}

export type ServerName = "api" | "connect" | "dashboard";

/**
 * Determined by the variable in an operation's server URL: `{connect_auth_page_url}`, `{connect_api_url}`,
 * `{dashboard_url}`, `{base_url}`.
 */
export function serverOf(item: PathItem, operation: OperationObject, document: ApiDocument): ServerName {
  const servers = operation.servers ?? item.servers ?? document.servers ?? [];
  const isAt = (name: string): boolean => servers.some(({ url }) => url.includes(name));
  if (isAt("{base_url}")) return "api";
  if (isAt("{dashboard_url}")) return "dashboard";
  return isAt("{connect_") ? "connect" : "api";
}
