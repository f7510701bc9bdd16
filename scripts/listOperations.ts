import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { operationTable } from "@portico/contract";
import type { OperationInfo } from "./handlerTemplate.ts";

type Item = Record<string, unknown>;

/** All operations of the data API in the bundled contract, with references resolved. Schemas stay as they are. */
export function listOperations(): OperationInfo[] {
  const file = fileURLToPath(import.meta.resolve("@portico/contract/openapi.json"));
  const document = JSON.parse(readFileSync(file, "utf8")) as { paths: Record<string, Record<string, Item>> };
  return Object.entries(operationTable)
    .filter(([, { server }]) => server === "api")
    .map(([id, { method, path }]) => {
      const { summary, parameters, requestBody, responses } = document.paths[path]?.[method] ?? {};
      return { id, method, path, ...(resolve({ summary, parameters, requestBody, responses }, document) as object) };
    });
}

/** Resolves references; only schemas have cycles. */
function resolve(node: unknown, document: object): unknown {
  if (Array.isArray(node)) return node.map((item) => resolve(item, document));
  if (typeof node !== "object" || node === null) return node;
  const reference = (node as Item)["$ref"];
  if (typeof reference === "string") {
    const target = reference.slice(2).split("/");
    return resolve(
      target.reduce((at: unknown, name) => (at as Item)[name], document),
      document,
    );
  }
  const entries = Object.entries(node).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, name === "schema" ? value : resolve(value, document)]),
  );
}
