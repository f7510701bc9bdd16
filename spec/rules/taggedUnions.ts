import type { Rule } from "./redocly.ts";

/** A choice between objects has a discriminator, so that an error names one branch; "or null" is not a choice. */
export const taggedUnions: Rule = () => ({
  Schema: ({ oneOf = [], discriminator }, { report, location, resolve }) => {
    const branches = oneOf.filter((branch) => resolve(branch).node?.type !== "null");
    if (branches.length < 2 || discriminator !== undefined) return;
    report({ message: "oneOf needs a discriminator.", location: location.child("oneOf").key() });
  },
});
