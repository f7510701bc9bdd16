import type { ApiDocument } from "./document.ts";
import { listExactProperties } from "./exactProperties.ts";
import { listOperations, type ListedOperation } from "./listOperations.ts";

const PARAMETER_LOCATIONS = ["query", "path", "header", "cookie"] as const;

/** Renders operations.ts: the table of operations and the types derived from it. Takes the dereferenced document. */
export function renderOperations(document: ApiDocument): string {
  const operations = listOperations(document);
  return [
    "// Generated from spec/ by packages/contract. Do not edit.",
    "",
    "export const operationTable = {",
    ...operations.map(({ id, ...row }) => `  ${id}: ${JSON.stringify(row)},`),
    "} as const;",
    "",
    "export type OperationId = keyof typeof operationTable;",
    `export type ApiOperationId =${renderIds(operations, "api")};`,
    `export type ConnectOperationId =${renderIds(operations, "connect")};`,
    `export type DashboardOperationId =${renderIds(operations, "dashboard")};`,
    "",
    "/** Properties that are integers of up to 256 bits, everywhere. */",
    `export const uint256Properties = ${JSON.stringify(listExactProperties(document))} as const;`,
    "",
    "/** Parameters that are always there once the validator filled in the defaults. */",
    "export interface DefaultedParams {",
    ...operations.flatMap(renderDefaulted),
    "}",
    "",
  ].join("\n");
}

function renderIds(operations: readonly ListedOperation[], server: ListedOperation["server"]): string {
  const ids = operations.filter((operation) => operation.server === server).map(({ id }) => JSON.stringify(id));
  return ids.length === 0 ? " never" : `\n  | ${ids.join("\n  | ")}`;
}

function renderDefaulted({ id, parameters }: ListedOperation): string[] {
  return PARAMETER_LOCATIONS.flatMap((location) => {
    const names = parameters.filter((parameter) => parameter.in === location && parameter.hasDefault);
    if (names.length === 0) return [];
    return `  "${id}.${location}": ${names.map(({ name }) => JSON.stringify(name)).join(" | ")};`;
  });
}
