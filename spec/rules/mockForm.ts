import type { Schema, Visitor } from "./redocly.ts";

/** Rewrites tuples for the mock, whose sampler and validator know JSON Schema up to draft 7 and so no prefixItems. */
export const mockForm = (): Visitor => ({
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
