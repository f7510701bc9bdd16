import type { Operation, Root } from "./redocly.ts";

/** The security schemes that an operation names, or the document for it. */
export const schemesOf = (operation: Operation, root: Root): string[] =>
  (operation.security ?? root.security ?? []).flatMap((requirement) => Object.keys(requirement));
