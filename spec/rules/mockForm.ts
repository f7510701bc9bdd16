import type { Schema, Visitor } from "./redocly.ts";

/**
 * Rewrites tuples for the mock, whose sampler and validator know JSON Schema up to draft 7 and so no prefixItems, and leaves
 * out what only the dashboard's own pages ask.
 */
export const mockForm = (): Visitor => ({
  Paths: (paths) => {
    const writable = paths as Record<string, unknown>;
    for (const path of Object.keys(paths)) if (path.startsWith("/dashboard/")) delete writable[path];
  },
  Schema: {
    leave: (schema) => {
      const { prefixItems } = schema;
      if (prefixItems === undefined) return;
      const writable = schema as { prefixItems?: readonly Schema[]; items?: unknown };
      delete writable.prefixItems;
      writable.items = prefixItems;
    },
  },
});
