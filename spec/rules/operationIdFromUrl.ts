import type { Operation, Rule } from "./redocly.ts";

const METHODS = ["get", "put", "post", "delete", "patch"] as const;

/**
 * GET /v1/user/token_list is getUserTokenList: the method and the words of the path, without the version. A path that
 * also exists under /v1 ends in Unversioned.
 */
export function operationIdOf(method: string, path: string, paths: readonly string[]): string {
  const words = path
    .replace(/^\/v1(?=\/)/, "")
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean);
  const id = method + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return paths.includes(`/v1${path}`) ? `${id}Unversioned` : id;
}

export const operationIdFromUrl: Rule = () => {
  let paths: string[] = [];
  return {
    Root: (root) => {
      paths = Object.keys(root.paths ?? {});
    },
    PathItem: (item, { key, report, location }) => {
      for (const method of METHODS) {
        const operation: Operation | undefined = item[method];
        const expected = operationIdOf(method, String(key), paths);
        if (operation === undefined || operation.operationId === expected) continue;
        const message = `operationId must be ${expected}, by method and URL.`;
        report({ message, location: location.child([method, "operationId"]) });
      }
    },
  };
};
