import type { Logger } from "pino";
import { ERRORS } from "../errors.ts";
import { applyMask } from "../mask/applyMask.ts";
import { problemType, toProblem } from "../problem.ts";
import { serialize, toData } from "../serialize.ts";
import { toServiceError } from "../toServiceError.ts";
import type { Exchange, LooseReply } from "./exchange.ts";
import type { ReplyCheck } from "./replyCheck.ts";
import { headersOf, writeEmpty, writeText } from "./writeReply.ts";

export interface SendOptions {
  readonly log: Logger;
  /** In tests: a reply that breaks the contract is a bug of the server. */
  readonly replyCheck: ReplyCheck | undefined;
}

/** Sends a handler's reply, masked if that was asked for. */
export function sendReply(exchange: Exchange, reply: LooseReply, options: SendOptions): void {
  if (reply.body === undefined) return writeEmpty(exchange, reply);
  const typed = { ...reply, type: reply.type ?? "application/json" };
  const text = serialize(reply.body);
  checkReply(exchange, typed, text, options);
  const { mask } = exchange;
  writeText(exchange, typed, mask === undefined ? text : serialize(applyMask(toData(reply.body), mask)));
}

/** Sends a problem. What is no ServiceError is logged, with its stack, and only there. */
export function sendError(exchange: Exchange, thrown: unknown, options: SendOptions): void {
  const error = toServiceError(thrown);
  const [status] = ERRORS[error.code];
  const { requestId, path: instance, req } = exchange;
  if (status === 500 || status === 503) {
    options.log.error({ requestId, instance, err: error.cause ?? error }, error.code);
  }
  const body = toProblem(error, { instance, requestId });
  const reply = { status, body, type: problemType(req.headers.accept), headers: error.headers };
  const text = serialize(body);
  if (thrown instanceof ReplyError) return writeText(exchange, reply, text);
  try {
    checkReply(exchange, reply, text, options);
  } catch (violation) {
    return sendError(exchange, violation, options);
  }
  writeText(exchange, reply, text);
}

class ReplyError extends Error {
  override readonly name = "ReplyError";
}

type TypedReply = LooseReply & { readonly type: string };

function checkReply(exchange: Exchange, reply: TypedReply, text: string, { replyCheck }: SendOptions): void {
  const { operation } = exchange;
  if (operation === undefined || replyCheck === undefined) return;
  if (serialize(toData(reply.body)) !== text) throw new ReplyError(`${operation.operationId}: text and data differ`);
  const headers = Object.keys(headersOf(exchange, reply)).map((name) => name.toLowerCase());
  const violation = replyCheck(operation, { status: reply.status, type: reply.type, text, headers });
  if (violation !== undefined) throw new ReplyError(`${operation.operationId} breaks the contract: ${violation}`);
}
