import { resolve } from "./dereference.ts";
import { METHODS, type ApiDocument, type OperationObject, type PathItem } from "./document.ts";

/**
 * Cuts a bundled document down to its requests: parameters, bodies, and the schemas that these name. Types of the rest
 * would be the same as on the wire, and twice the work.
 */
export function requestsOf(document: ApiDocument): ApiDocument {
  const paths = Object.fromEntries(Object.entries(document.paths).map(([path, item]) => [path, requestsOfPath(item)]));
  const components: Record<string, Record<string, unknown>> = {};
  collect(paths, document, components);
  return { ...document, paths, components };
}

function requestsOfPath(item: PathItem): PathItem {
  const withoutReplies = (operation: OperationObject): OperationObject => ({ ...operation, responses: {} });
  const methods = METHODS.flatMap((method) => {
    const operation = item[method];
    return operation === undefined ? [] : [[method, withoutReplies(operation)] as const];
  });
  return { ...item, ...Object.fromEntries(methods) };
}

/** Copies every component that a node names, and what that names in turn. */
function collect(node: unknown, document: ApiDocument, components: Record<string, Record<string, unknown>>): void {
  if (typeof node !== "object" || node === null) return;
  for (const [key, value] of Object.entries(node)) {
    if (key === "$ref" && typeof value === "string") copy(value, document, components);
    else collect(value, document, components);
  }
}

function copy(pointer: string, document: ApiDocument, components: Record<string, Record<string, unknown>>): void {
  const [, , kind = "", name = ""] = pointer.split("/");
  const ofKind = (components[kind] ??= {});
  if (name in ofKind) return;
  const component = resolve(document, `#/components/${kind}/${name}`);
  ofKind[name] = component;
  collect(component, document, components);
}
