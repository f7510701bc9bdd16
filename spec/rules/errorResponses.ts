import type { Operation, Root, Rule } from "./redocly.ts";
import { schemesOf } from "./schemesOf.ts";

const BY_KEY = ["400", "401", "403", "429", "500", "503"];
const WITH_BODY = ["413", "415"];
const OTHERWISE = ["400", "401"];
const WITH_PROBLEMS = new Set(["AccessKey", "OAuth2", "DashboardSession"]);
const PROBLEM_TYPES = ["application/problem+json", "application/json"];

/**
 * A secured operation declares its errors; with a key, a bearer token or a session every error is a problem (RFC 9457).
 */
export const errorResponses: Rule = () => {
  let root: Root = {};
  return {
    Root: (node) => {
      root = node;
    },
    Operation: (operation, { report, resolve, location }) => {
      const schemes = schemesOf(operation, root);
      const responses = operation.responses ?? {};
      for (const status of required(schemes, operation)) {
        if (status in responses) continue;
        report({ message: `A secured operation must declare ${status}.`, location: location.child("responses").key() });
      }
      if (!schemes.some((scheme) => WITH_PROBLEMS.has(scheme))) return;
      for (const [status, response] of Object.entries(responses)) {
        const types = Object.keys(resolve(response).node?.content ?? {});
        if (!/^[45]/.test(status) || PROBLEM_TYPES.every((type) => types.includes(type))) continue;
        const message = `${status} must have a body of type ${PROBLEM_TYPES.join(" and of type ")}.`;
        report({ message, location: location.child(["responses", status]).key() });
      }
    },
  };
};

function required(schemes: readonly string[], operation: Operation): string[] {
  if (schemes.length === 0) return [];
  if (!schemes.includes("AccessKey")) return OTHERWISE;
  return operation.requestBody === undefined ? BY_KEY : [...BY_KEY, ...WITH_BODY];
}
