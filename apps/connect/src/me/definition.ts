import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export interface MeOperation {
  readonly operationId: string;
  readonly path: string;
  /** The one scope that it wants. */
  readonly scope: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly schema?: { readonly type?: unknown };
  }[];
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: object }>> }>
  >;
}

interface Stored extends Omit<MeOperation, "path" | "scope"> {
  readonly security: readonly { readonly OAuth2: readonly string[] }[];
}

/** The contract's part for applications that a person let in: path → method → operation. */
export interface MeDefinition {
  readonly paths: Readonly<Record<string, { readonly get: Stored }>>;
}

export function loadMeDefinition(): MeDefinition {
  const file = fileURLToPath(import.meta.resolve("@portico/contract/openapi.connect.json"));
  const document = JSON.parse(readFileSync(file, "utf8")) as MeDefinition;
  const paths = Object.entries(document.paths).filter(([path]) => isMine(path));
  return { ...document, paths: Object.fromEntries(paths) };
}

export const isMine = (path: string): boolean => path === "/v1/me" || path.startsWith("/v1/me/");

/** @throws TypeError for an operation that doesn't want exactly one scope. */
export const listMeOperations = ({ paths }: MeDefinition): MeOperation[] =>
  Object.entries(paths).map(([path, { get }]) => {
    const [scope, ...others] = get.security.flatMap(({ OAuth2 }) => OAuth2);
    if (scope === undefined || others.length > 0) throw new TypeError(`${get.operationId} must want one scope`);
    return { ...get, path, scope };
  });
