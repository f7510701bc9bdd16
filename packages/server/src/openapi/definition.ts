import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema?: { readonly type?: unknown };
}

export interface ResponseObject {
  readonly headers?: Readonly<Record<string, { readonly required?: boolean }>>;
  readonly content?: Readonly<Record<string, { readonly schema?: object }>>;
}

/** An operation of the dereferenced contract. */
export interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Readonly<Record<string, unknown>> };
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly "x-stability"?: string;
  /** The handler charges the operation's price once per unit of this. */
  readonly "x-units-per"?: string;
  readonly responses: Readonly<Record<string, ResponseObject>>;
}

/** An operation with its path template and method (lower case), and the security of the document where it has none. */
export interface RoutedOperation extends Operation {
  readonly path: string;
  readonly method: string;
}

export const METHODS = ["get", "put", "post", "patch", "delete"] as const;

type Method = (typeof METHODS)[number];

/** The dereferenced document: path → method → operation. */
export interface Definition {
  readonly paths: Readonly<Record<string, { readonly [M in Method]?: Operation }>>;
}

/**
 * Reads the part of the contract that one server implements.
 * @param server - As in `openapi.<server>.json` of @portico/contract.
 * @param isServed - Whether a path is included; default: all.
 */
export function readDefinition(
  server: "api" | "api.live" | "connect" | "connect.live" | "dashboard",
  isServed?: (path: string) => boolean,
): Definition {
  const file = fileURLToPath(import.meta.resolve(`@portico/contract/openapi.${server}.json`));
  const document = JSON.parse(readFileSync(file, "utf8")) as Definition;
  if (isServed === undefined) return document;
  const paths = Object.entries(document.paths).filter(([path]) => isServed(path));
  return { ...document, paths: Object.fromEntries(paths) };
}

/** By operationId. */
export const listOperations = ({ paths }: Definition): ReadonlyMap<string, Operation> =>
  new Map(
    Object.values(paths).flatMap((item) =>
      METHODS.flatMap((method) => {
        const operation = item[method];
        return operation === undefined ? [] : [[operation.operationId, operation] as const];
      }),
    ),
  );

export const isSecured = ({ security = [] }: Operation): boolean => security.length > 0;

/** Whether the operation declares the header X-Fields. */
export const takesMask = ({ parameters = [] }: Operation): boolean =>
  parameters.some((parameter) => parameter.in === "header" && parameter.name === "X-Fields");
