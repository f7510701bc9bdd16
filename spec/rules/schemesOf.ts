import type { Operation, Root } from "./redocly.ts";

/** The security schemes of an operation, by default those of the document. */
export const schemesOf = (operation: Operation, root: Root): string[] =>
  (operation.security ?? root.security ?? []).flatMap((requirement) => Object.keys(requirement));
