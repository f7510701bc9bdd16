import type { Handlers } from "@portico/contract/server";
import { readMaskText, type ReplyCache } from "@portico/server";
import type { AnswerCache } from "../data/answerCache.ts";
import type { Deps } from "../deps.ts";
import { isCacheable } from "../cacheable.ts";
import { isUnstable } from "./definition.ts";
import type { Exchange, LooseReply } from "./exchange.ts";
import type { RenderedAnswer } from "./renderedAnswer.ts";

/**
 * Stores the answers of operations that declare them cacheable, for requests that are repeated. A cached answer is given to
 * every valid key, so operations that require more of a key are left out.
 */
export function createReplyCache(
  answers: AnswerCache,
  handlers: Handlers<Deps>,
): ReplyCache<Exchange, LooseReply | RenderedAnswer> {
  const cacheable = new Set(Object.entries(handlers).flatMap(([id, handler]) => (isCacheable(handler) ? [id] : [])));
  return {
    find: (exchange) => (exchange.method === "GET" ? answers.find(keyOf(exchange)) : undefined),
    onMiss: (exchange, operation) => {
      if (!cacheable.has(operation.operationId) || isUnstable(operation)) return;
      const key = keyOf(exchange);
      const isRevalidation = exchange.req.headers["if-none-match"] !== undefined;
      if (!answers.isWanted(key) && !isRevalidation) return;
      const version = answers.version();
      exchange.store = (answer) => answers.store(key, answer, version);
    },
  };
}

/** The request as it was written: target, profile and mask. Different spellings of one request have an entry each. */
const keyOf = ({ req, profile }: Exchange): string => `${profile} ${req.url} ${readMaskText(req)}`;
