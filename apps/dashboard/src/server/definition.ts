import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { pathPattern } from "@portico/server";

export interface DefinedOperation {
  readonly operationId: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly schema?: { readonly type?: unknown };
  }[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Readonly<Record<string, unknown>> };
}

const METHODS = ["get", "put", "post", "patch", "delete"] as const;

/** The contract's part for the dashboard: path → method → operation. */
export interface Definition {
  readonly paths: Readonly<Record<string, { readonly [M in (typeof METHODS)[number]]?: DefinedOperation }>>;
}

export function loadDefinition(): Definition {
  const file = fileURLToPath(import.meta.resolve("@portico/contract/openapi.dashboard.json"));
  return JSON.parse(readFileSync(file, "utf8")) as Definition;
}

/** By id. */
export const listOperations = ({ paths }: Definition): ReadonlyMap<string, DefinedOperation> =>
  new Map(
    Object.values(paths).flatMap((item) =>
      METHODS.flatMap((method) => {
        const operation = item[method];
        return operation === undefined ? [] : [[operation.operationId, operation] as const];
      }),
    ),
  );

/** What the header Allow says of a path. */
export function allowedMethods({ paths }: Definition, path: string): string {
  const items = Object.entries(paths).filter(([template]) => pathPattern(template).test(path));
  const methods = items.flatMap(([, item]) => METHODS.filter((method) => method in item));
  return [...methods, ...(methods.includes("get") ? ["head"] : [])].map((method) => method.toUpperCase()).join(", ");
}
