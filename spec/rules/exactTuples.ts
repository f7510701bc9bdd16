import type { Rule } from "./redocly.ts";

/** A tuple declares its length, unless all its elements are optional. */
export const exactTuples: Rule = () => ({
  Schema: ({ prefixItems, minItems, maxItems }, { report, location }) => {
    if (prefixItems === undefined) return;
    if (minItems === prefixItems.length && maxItems === prefixItems.length) return;
    const message = `A tuple of ${prefixItems.length} needs minItems and maxItems ${prefixItems.length}.`;
    report({ message, location: location.child("prefixItems").key() });
  },
});
