import type { Rule } from "./redocly.ts";

/**
 * The interface description has no optional fields: an optional field was added. Applies to the named schemas; requests
 * and inner structures that the description leaves open are extensions as a whole.
 */
export const optionalIsExtension: Rule = () => ({
  Schema: (schema, { report, resolve, location }) => {
    const { properties = {}, required = [] } = schema;
    const isNamed = location.pointer === "#/" && location.source.absoluteRef.includes("/schemas/");
    if (!isNamed || schema["x-extension"] === true) return;
    for (const [name, property] of Object.entries(properties)) {
      const isExtension = property["x-extension"] ?? resolve(property).node?.["x-extension"] ?? false;
      if (required.includes(name) || isExtension) continue;
      const message = `'${name}' must be required, or be marked with x-extension: true.`;
      report({ message, location: location.child(["properties", name]).key() });
    }
  },
});
