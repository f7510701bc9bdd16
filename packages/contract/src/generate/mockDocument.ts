import { collectComponents } from "./collectComponents.ts";
import { METHODS, serverOf, type ApiDocument, type PathItem } from "./document.ts";

/**
 * Rewrites tuples of a bundled document for the mock, whose sampler and validator support JSON Schema up to draft 7,
 * without
 * prefixItems, and drops operations that only the dashboard's pages use.
 */
export function forMock(document: ApiDocument): ApiDocument {
  const isOfDashboard = (item: PathItem) =>
    METHODS.some((method) => item[method] !== undefined && serverOf(item, item[method], document) === "dashboard");
  const paths = Object.fromEntries(Object.entries(document.paths).filter(([, item]) => !isOfDashboard(item)));
  const components = {
    securitySchemes: document.components?.["securitySchemes"],
    ...collectComponents(paths, document),
  };
  return withoutTuples({ ...document, paths, components }) as ApiDocument;
}

function withoutTuples(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTuples);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== "items" || !("prefixItems" in value))
      .map(([key, member]) => [key === "prefixItems" ? "items" : key, withoutTuples(member)]),
  );
}
