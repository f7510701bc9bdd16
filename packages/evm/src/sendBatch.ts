import type { Health } from "./health.ts";
import type { PostTarget, Posted, RpcCall, RpcReply } from "./jsonRpcPost.ts";
import { postJsonRpc } from "./jsonRpcPost.ts";
import { findNamedRate } from "./profile/namedLimit.ts";
import type { RateGate } from "./rateGate.ts";
import { EndpointError, getBackoffMs, isRateLimited, isTransient } from "./rpcErrors.ts";

export interface BatchSender {
  target: PostTarget;
  health: Health;
  gate: RateGate;
}

/** Sends calls at once, and updates the endpoint's health and rate. @throws EndpointError without a usable response. */
export async function sendBatch({ target, health, gate }: BatchSender, calls: readonly RpcCall[]): Promise<Posted> {
  const sentAt = performance.now();
  try {
    const posted = await postJsonRpc(target, calls);
    const limits = (posted.replies ?? []).flatMap((reply) =>
      "error" in reply && isRateLimited(reply.error) ? [reply.error] : [],
    );
    gate.take((posted.replies?.length ?? 0) - limits.length, sentAt);
    judge(health, posted.replies ?? [], Math.max(0, ...limits.map((error) => getBackoffMs(error) ?? 0)));
    if (limits.length > 0) await gate.slowDown(sentAt, findNamedRate(limits[0]!.message)); // it may take long, and nothing is sent meanwhile
    return posted;
  } catch (error) {
    const { kind, retryAfterMs, namedRate } = error instanceof EndpointError ? error : {};
    if (kind !== "reconnected" && kind !== "oversize") health.fail(retryAfterMs);
    if (kind === "limited") await gate.slowDown(sentAt, namedRate);
    throw error;
  }
}

function judge(health: Health, replies: readonly RpcReply[], retryAfterMs: number): void {
  const isLimited = replies.some((reply) => "error" in reply && isTransient(reply.error));
  const isUnusable = replies.length > 0 && replies.every((reply) => "failure" in reply);
  if (isLimited && retryAfterMs === 0 && replies.some((reply) => "result" in reply)) health.falter();
  else if (isLimited || isUnusable) health.fail(retryAfterMs);
  else health.succeed();
}
