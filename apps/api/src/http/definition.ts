import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export interface Schema {
  readonly type?: string | readonly string[];
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema?: Schema;
}

export interface ResponseObject {
  readonly headers?: Readonly<Record<string, { readonly required?: boolean }>>;
  readonly content?: Readonly<Record<string, { readonly schema?: object }>>;
}

export interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: object;
  readonly security?: readonly object[];
  readonly "x-stability"?: string;
  /** The handler charges so many times. */
  readonly "x-units-per"?: string;
  readonly responses: Readonly<Record<string, ResponseObject>>;
}

export const isSecured = ({ security = [] }: Operation): boolean => security.length > 0;

/** Only keys that the operator enabled for such operations may call them. */
export const isUnstable = (operation: Operation): boolean => operation["x-stability"] === "unstable";

/** The dereferenced contract of the data API: path → method → operation. */
export interface Definition {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

export function loadDefinition(): Definition {
  const file = fileURLToPath(import.meta.resolve("@portico/contract/openapi.api.json"));
  return JSON.parse(readFileSync(file, "utf8")) as Definition;
}

const METHODS = new Set(["get", "put", "post", "delete", "patch"]);

export const listOperations = ({ paths }: Definition): Operation[] =>
  Object.values(paths).flatMap((item) =>
    Object.entries(item).flatMap(([method, operation]) => (METHODS.has(method) ? [operation] : [])),
  );

/** Path → what the header Allow says of it. */
export function listAllowedMethods({ paths }: Definition): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(paths).map(([path, item]) => {
      const methods = Object.keys(item).filter((method) => METHODS.has(method));
      const implied = methods.includes("get") ? ["head", "options"] : ["options"];
      return [path, [...methods, ...implied].map((method) => method.toUpperCase()).join(", ")];
    }),
  );
}
