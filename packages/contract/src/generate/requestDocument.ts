import { collectComponents } from "./collectComponents.ts";
import { METHODS, type ApiDocument, type OperationObject, type PathItem } from "./document.ts";

/**
 * Reduces a bundled document to its requests: parameters, bodies, and the schemas that these reference. The other types
 * would equal those of the wire format, at twice the work.
 */
export function requestsOf(document: ApiDocument): ApiDocument {
  const paths = Object.fromEntries(Object.entries(document.paths).map(([path, item]) => [path, requestsOfPath(item)]));
  return { ...document, paths, components: collectComponents(paths, document) };
}

function requestsOfPath(item: PathItem): PathItem {
  const withoutReplies = (operation: OperationObject): OperationObject => ({ ...operation, responses: {} });
  const methods = METHODS.flatMap((method) => {
    const operation = item[method];
    return operation === undefined ? [] : [[method, withoutReplies(operation)] as const];
  });
  return { ...item, ...Object.fromEntries(methods) };
}
