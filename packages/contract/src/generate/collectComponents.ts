import { resolve } from "./dereference.ts";
import type { ApiDocument } from "./document.ts";

type Components = Record<string, Record<string, unknown>>;

/** All components of a bundled document that a node references, transitively. */
export function collectComponents(node: unknown, document: ApiDocument): Components {
  const components: Components = {};
  collect(node, document, components);
  return components;
}

function collect(node: unknown, document: ApiDocument, components: Components): void {
  if (typeof node !== "object" || node === null) return;
  for (const [key, value] of Object.entries(node)) {
    if (key === "$ref" && typeof value === "string") copy(value, document, components);
    else collect(value, document, components);
  }
}

function copy(pointer: string, document: ApiDocument, components: Components): void {
  const [, , kind = "", name = ""] = pointer.split("/");
  const ofKind = (components[kind] ??= {});
  if (name in ofKind) return;
  const component = resolve(document, `#/components/${kind}/${name}`);
  ofKind[name] = component;
  collect(component, document, components);
}
