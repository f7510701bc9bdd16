import { getHttpOperationsFromSpec } from "@stoplight/prism-http";
import { followRef } from "./collection/readContract.ts";
import { parseDocument } from "./exactExamples.ts";

type Json = Readonly<Record<string, unknown>>;
export type Operation = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>[number];

/** The operations of an OpenAPI document, each prepared on first use: all at once would take seconds. */
export interface Operations {
  readonly operationIds: readonly string[];
  /** In lower case; empty if there is no such path. */
  readonly listMethods: (path: string) => readonly string[];
  readonly findId: (path: string, method: string) => string | undefined;
  /** Every operation of a path. */
  readonly load: (path: string) => Promise<readonly Operation[]>;
}

const METHODS = new Set(["get", "post", "put", "patch", "delete"]);

/** By document: servers of one process share them. */
const cached = new Map<string, Operations>();

/** @param text - The document's JSON. */
export function loadOperations(text: string): Operations {
  const operations = cached.get(text) ?? readOperations(text);
  cached.set(text, operations);
  return operations;
}

function readOperations(text: string): Operations {
  const document = parseDocument(text) as Json;
  const paths = new Map(Object.entries(document["paths"] as Record<string, Json>));
  const loaded = new Map<string, Promise<readonly Operation[]>>();
  const templates = [...paths.keys()].filter((path) => path.includes("{"));
  /** The path as the document has it. */
  const templateOf = (path: string): string =>
    paths.has(path) ? path : (templates.find((template) => fits(template, path)) ?? path);
  const idOf = (path: string, method: string): string | undefined =>
    (paths.get(templateOf(path))?.[method] as { operationId?: string } | undefined)?.operationId;
  return {
    operationIds: [...paths].flatMap(([path, item]) => Object.keys(item).flatMap((name) => idOf(path, name) ?? [])),
    listMethods: (path) => Object.keys(paths.get(templateOf(path)) ?? {}).filter((name) => METHODS.has(name)),
    findId: idOf,
    load: (requested) => {
      const path = templateOf(requested);
      const known = loaded.get(path) ?? getHttpOperationsFromSpec(cutOut(document, path));
      loaded.set(path, known);
      return known;
    },
  };
}

/** Whether a path has the segments of a template, with anything in place of its parameters. */
function fits(template: string, path: string): boolean {
  const [expected, given] = [template.split("/"), path.split("/")];
  return (
    expected.length === given.length &&
    expected.every((segment, index) => (segment.startsWith("{") ? given[index] !== "" : segment === given[index]))
  );
}

/** The document with one path and its references; a copy, because the reader modifies its input. */
function cutOut(document: Json, path: string): object {
  const item = (document["paths"] as Json)[path];
  const components: Record<string, Record<string, unknown>> = {
    securitySchemes: (document["components"] as Record<string, Record<string, unknown>>)["securitySchemes"] ?? {},
  };
  for (const ref of listRefs(document, item)) {
    const [, , kind = "", name = ""] = ref.split("/");
    (components[kind] ??= {})[name] = followRef(document, ref);
  }
  return structuredClone({ ...document, paths: { [path]: item }, components });
}

function listRefs(document: Json, node: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (typeof node !== "object" || node === null) return found;
  const ref = (node as Json)["$ref"];
  if (typeof ref === "string" && !found.has(ref)) {
    found.add(ref);
    listRefs(document, followRef(document, ref), found);
  }
  for (const child of Object.values(node)) listRefs(document, child, found);
  return found;
}
