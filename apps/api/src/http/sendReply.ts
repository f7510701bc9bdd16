import { isSecured, maskKeys, problemType, toProblem } from "@portico/server";
import { requestContextOf } from "@portico/server/telemetry";
import type { Logger } from "pino";
import { ERRORS } from "../errors.ts";
import { identify, serialize, toData } from "../serialize.ts";
import { toServiceError } from "../toServiceError.ts";
import type { Exchange, LooseReply } from "./exchange.ts";
import { EventStreamBody, writeEventStream } from "./eventStreamBody.ts";
import { RenderedAnswer } from "./renderedAnswer.ts";
import type { ReplyCheck } from "./replyCheck.ts";
import { headerNamesOf, writeAnswer, writeEmpty } from "./writeReply.ts";

export interface SendOptions {
  readonly log: Logger;
  /** In tests: a reply that violates the contract is a bug of the server. */
  readonly replyCheck: ReplyCheck | undefined;
}

/** Sends a handler's reply, or a cached answer. */
export function sendReply(exchange: Exchange, reply: LooseReply | RenderedAnswer): void {
  if (reply instanceof RenderedAnswer) return writeAnswer(exchange, reply);
  if (reply.body === undefined) return writeEmpty(exchange, reply);
  if (reply.body instanceof EventStreamBody) return writeEventStream(exchange, reply.body);
  const answer = render(exchange, reply, serialize(reply.body));
  exchange.store?.(answer);
  writeAnswer(exchange, answer);
}

/** Successful responses of data operations are conditional. */
function render({ operation, method, profile }: Exchange, reply: LooseReply, text: string): RenderedAnswer {
  const { status, type = "application/json", headers } = reply;
  const isData = method === "GET" && operation !== undefined && isSecured(operation);
  const operationId = operation?.operationId;
  return new RenderedAnswer({
    operationId,
    status,
    type,
    headers,
    text,
    identity: identify(reply.body),
    profile,
    isConditional: isData && status === 200,
  });
}

/** Sends a problem. Errors other than ServiceError are logged with their stack, and not revealed. */
export function sendError(exchange: Exchange, thrown: unknown, options: SendOptions): void {
  const error = toServiceError(thrown);
  const [status] = ERRORS[error.code];
  const { requestId, req, res } = exchange;
  const instance = maskKeys(exchange.path);
  requestContextOf(res).problem = error.code;
  if (status === 500 || status === 503) {
    options.log.error({ requestId, instance, err: error.cause ?? error }, error.code);
  }
  const body = toProblem(error, { instance, requestId });
  const reply = { status, body, type: problemType(req.headers.accept), headers: error.headers };
  const answer = render(exchange, reply, serialize(body));
  if (thrown instanceof ReplyError) return writeAnswer(exchange, answer);
  try {
    checkAnswer(exchange, body, answer, options);
  } catch (violation) {
    return sendError(exchange, violation, options);
  }
  writeAnswer(exchange, answer);
}

class ReplyError extends Error {
  override readonly name = "ReplyError";
}

/** In tests: compares a reply with the contract before it is masked. @throws ReplyError */
export function checkReply(exchange: Exchange, reply: LooseReply | RenderedAnswer, options: SendOptions): void {
  if (reply instanceof RenderedAnswer || reply.body === undefined || reply.body instanceof EventStreamBody) return;
  checkAnswer(exchange, reply.body, render(exchange, reply, serialize(reply.body)), options);
}

function checkAnswer(exchange: Exchange, body: unknown, answer: RenderedAnswer, { replyCheck }: SendOptions): void {
  const { operation } = exchange;
  if (operation === undefined || replyCheck === undefined) return;
  const { status, type, text } = answer;
  if (serialize(toData(body)) !== text) throw new ReplyError(`${operation.operationId}: text and data differ`);
  const violation = replyCheck(operation, { status, type, text, headers: headerNamesOf(answer) });
  if (violation !== undefined) throw new ReplyError(`${operation.operationId} violates the contract: ${violation}`);
}
