import { ServiceError } from "../../errors.ts";
import { startBudget } from "../positions/budget.ts";

/** How long a request waits for a node, ms. */
export const NODE_WAIT_MS = 8_000;

/**
 * A node's result, if it arrives in time; a later one is used for the next request.
 * @throws ServiceError upstream_error otherwise.
 */
export async function waitForNode<Value>(
  chain: string,
  work: Promise<Value>,
  waitMs: number,
): Promise<Exclude<Value, undefined>> {
  const budget = startBudget(waitMs);
  const answer = await budget
    .within(work)
    .catch((cause: unknown) => {
      throw unreachable(`The node of '${chain}' does not respond`, 2, cause);
    })
    .finally(budget.stop);
  if (answer === undefined) throw unreachable(`The node of '${chain}' did not respond in time`, 2);
  return answer as Exclude<Value, undefined>;
}

/** @param seconds - After which a retry makes sense. */
export const unreachable = (message: string, seconds: number, cause?: unknown): ServiceError =>
  new ServiceError("upstream_error", message, { cause, headers: { "Retry-After": String(seconds) } });
