import type { IPrismDiagnostic } from "@stoplight/prism-core";

/** What was wrong with each parameter or body field, by its name. */
export type Violations = Readonly<Record<string, string>>;

const REQUIRED = /must have required property '([^']+)'/;
const PREFIX = /^Request (?:query|path|header|body)\s*(?:parameter|property)?\s*/;

/** Says nothing that what a branch of the schema wants doesn't say beside it. */
const BRANCH = /must match "(?:then|else)" schema/;

/** Turns what Prism found wrong with a request into the contract's `errors`. */
export function toViolations(diagnostics: readonly IPrismDiagnostic[]): Violations {
  const told = diagnostics.filter(({ message }) => !BRANCH.test(message));
  return Object.fromEntries(told.map(({ message, path = [] }) => toViolation(message, path)));
}

/** Whether it names a chain that the contract's list of chains doesn't have, which has a code of its own. */
export const isUnknownChain = ({ code, message }: IPrismDiagnostic): boolean =>
  code === "enum" && /: (?:\w+, )*eth\b/.test(message);

function toViolation(message: string, path: readonly string[]): [name: string, text: string] {
  const missing = REQUIRED.exec(message)?.[1];
  const [, ...names] = path;
  if (missing !== undefined) return [[...names, missing].join("."), "is required"];
  const name = names.join(".");
  return [name || (path[0] ?? "body"), message.replace(PREFIX, "").replace(name, "").trim()];
}
