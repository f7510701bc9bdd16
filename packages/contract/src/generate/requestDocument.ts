import { collectComponents } from "./collectComponents.ts";
import { METHODS, type ApiDocument, type OperationObject, type PathItem } from "./document.ts";

/**
 * Cuts a bundled document down to its requests: parameters, bodies, and the schemas that these name. Types of the rest
 * would be the same as on the wire, and twice the work.
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
