import type { IPrismDiagnostic } from "@stoplight/prism-core";
import { validateOutput } from "@stoplight/prism-http/dist/validator/index.js";
import { loadOperations } from "../loadOperations.ts";

/** A server's response. */
export interface Answer {
  /** Lower case. */
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

export interface Checked {
  /** Undefined if the contract has no such path or method. */
  readonly operationId: string | undefined;
  /** Violations of the contract, a sentence each; empty: none. */
  readonly violations: readonly string[];
}

export interface Checker {
  readonly operationIds: readonly string[];
  readonly check: (answer: Answer) => Promise<Checked>;
}

const NO_BODY = new Set([204, 304]);

/** Validates responses by an OpenAPI document (its JSON text), with Prism. */
export function createChecker(document: string): Checker {
  const operations = loadOperations(document);
  return {
    operationIds: operations.operationIds,
    check: async (answer) => {
      const { path, status } = answer;
      const method = answer.method === "head" ? "get" : answer.method;
      const operationId = operations.findId(path, method);
      if (operationId === undefined)
        return { operationId, violations: checkUnknown(answer, operations.listMethods(path)) };
      const resource = (await operations.load(path)).find((one) => one.method === method);
      if (resource === undefined) throw new Error(`Prism has no operation ${method} ${path}`);
      const { isJson, body } = readBody(answer);
      if (!isJson) return { operationId, violations: ["the body is not JSON, though its media type says so"] };
      const element = { statusCode: status, headers: { ...answer.headers }, body };
      const result = validateOutput({ resource, element });
      const isBodyless = answer.method === "head" || NO_BODY.has(status);
      const found = "left" in result ? result.left : [];
      const violations = isBodyless ? found.filter(({ path: [part] = [] }) => part !== "body") : found;
      return { operationId, violations: violations.map(describeViolation) };
    },
  };
}

function readBody({ headers, text, method }: Answer): { isJson: boolean; body?: unknown } {
  if (text === "" || method === "head") return { isJson: true };
  if (!/[/+]json\b/i.test(headers["content-type"] ?? "")) return { isJson: true, body: text };
  try {
    return { isJson: true, body: JSON.parse(text) as unknown };
  } catch {
    return { isJson: false };
  }
}

/** A request outside of the contract must be rejected, or be a preflight request. */
function checkUnknown({ method, status, path }: Answer, methods: readonly string[]): string[] {
  if (method === "options") return [];
  const wanted = methods.length === 0 ? 404 : 405;
  return status === wanted ? [] : [`the contract has no ${method.toUpperCase()} ${path}: expected status ${wanted}`];
}

const describeViolation = ({ message, path = [] }: IPrismDiagnostic): string =>
  path.length > 1 ? `${path.slice(1).join("/")}: ${message}` : message;
