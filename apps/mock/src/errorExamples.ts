import { operationTable } from "@portico/contract";
import { ServiceError, invalidParams } from "@portico/server/errors";
import { toProblem } from "@portico/server/problem";
import type { ProblemContext } from "@portico/server/problem";
import { PreferenceError } from "./createMock.ts";
import type { MockAnswer } from "./createMock.ts";
import type { Preferences } from "./prefer.ts";
import { isUnknownChain, toViolations } from "./violations.ts";
import type { Reply } from "./reply.ts";

/** Returns the contract's example for a request. */
export type FindExample = (preferences: Preferences) => Promise<MockAnswer>;

/** Not every operation has the example of that name: another one with the status is used. */
export async function exampleOf(example: FindExample, wanted: Preferences): Promise<MockAnswer> {
  try {
    return await example(wanted);
  } catch (error) {
    const { code } = wanted;
    if (!(error instanceof PreferenceError) || code === undefined) throw error;
    return example({ code });
  }
}

/**
 * The contract has one example of invalid parameters: it is adapted to a parameter of the operation; one without
 * parameters is only invalid by its fields.
 */
export async function toOwnError(answer: MockAnswer, example: FindExample): Promise<MockAnswer> {
  const { body, operationId, violations } = answer;
  if (violations.length > 0 || typeof body !== "object" || body === null || !("errors" in body)) return answer;
  const { parameters, requestTypes } = operationTable[operationId as keyof typeof operationTable];
  const inQuery = parameters.filter(({ in: location }) => location === "query");
  const blamed = inQuery.find(({ required }) => required) ?? inQuery[0];
  if (blamed === undefined && requestTypes.length === 0) {
    return exampleOf(example, { code: 400, example: "MaskParseError" });
  }
  const { name, required } = blamed ?? { name: "body", required: true };
  return { ...answer, body: { ...body, ...describe({ [name]: required ? "is required" : "is not valid" }) } };
}

/** Adapts an error example to this request. */
export function finish({ status, headers, body, violations }: MockAnswer, context: ProblemContext): Reply {
  if (typeof body !== "object" || body === null || !("request_id" in body)) return { status, headers, body };
  if (status === 400 && violations.some(isUnknownChain)) {
    return {
      status,
      headers,
      body: toProblem(
        new ServiceError("invalid_chain", "Unknown chain: GET /v1/chain/list returns all chains"),
        context,
      ),
    };
  }
  const errors = status === 400 && violations.length > 0 ? toViolations(violations) : undefined;
  return {
    status,
    headers,
    body: { ...body, ...(errors && describe(errors)), instance: context.instance, request_id: context.requestId },
  };
}

/** The example's fields, with this request's errors. */
function describe(errors: Readonly<Record<string, string>>) {
  const { message } = invalidParams(errors);
  return { detail: message, message, errors };
}
