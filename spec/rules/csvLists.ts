import type { Rule } from "./redocly.ts";

/** Query lists are comma-separated, and declare it: OpenAPI's default is one parameter per element. */
export const csvLists: Rule = () => ({
  Parameter: ({ in: parameterIn, schema, style, explode }, { report, resolve, location }) => {
    const type = schema === undefined ? undefined : resolve(schema).node?.type;
    if (parameterIn !== "query" || type !== "array") return;
    if (style === "form" && explode === false) return;
    report({ message: "A query list needs style: form and explode: false.", location: location.child("schema").key() });
  },
});
