import type { IPrismDiagnostic } from "@stoplight/prism-core";

/** Validation errors by parameter or body field. */
export type Violations = Readonly<Record<string, string>>;

const REQUIRED = /must have required property '([^']+)'/;
const PREFIX = /^Request (?:query|path|header|body)\s*(?:parameter|property)?\s*/;

/** Only repeats the errors of a branch of the schema. */
const BRANCH = /must match "(?:then|else)" schema/;

/** Converts Prism's validation errors to the contract's `errors`. */
export function toViolations(diagnostics: readonly IPrismDiagnostic[]): Violations {
  const messages = diagnostics.filter(({ message }) => !BRANCH.test(message));
  return Object.fromEntries(messages.map(({ message, path = [] }) => toViolation(message, path)));
}

/** Whether it names a chain outside the contract's list of chains, which has its own code. */
export const isUnknownChain = ({ code, message }: IPrismDiagnostic): boolean =>
  code === "enum" && /: (?:\w+, )*eth\b/.test(message);

function toViolation(message: string, path: readonly string[]): [name: string, text: string] {
  const missing = REQUIRED.exec(message)?.[1];
  const [, ...names] = path;
  if (missing !== undefined) return [[...names, missing].join("."), "is required"];
  const name = names.join(".");
  return [name || (path[0] ?? "body"), message.replace(PREFIX, "").replace(name, "").trim()];
}
