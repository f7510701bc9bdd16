import type { Rule } from "./redocly.ts";

/** A tuple says its length, or everything in it is optional. */
export const exactTuples: Rule = () => ({
  Schema: ({ prefixItems, minItems, maxItems }, { report, location }) => {
    if (prefixItems === undefined) return;
    if (minItems === prefixItems.length && maxItems === prefixItems.length) return;
    const message = `A tuple of ${prefixItems.length} needs minItems and maxItems ${prefixItems.length}.`;
    report({ message, location: location.child("prefixItems").key() });
  },
});
