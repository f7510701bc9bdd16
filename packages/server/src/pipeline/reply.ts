import type { Exchange } from "./exchange.ts";
import type { Reply } from "./handle.ts";

export interface ReplyOptions<E extends Exchange, R> {
  /** Serializes and sends a reply. */
  readonly send: (exchange: E, reply: R) => void;
  /** Answers with an error, after its charge was refunded; may reject with what it leaves to the server. */
  readonly fail: (exchange: E, error: unknown) => void | Promise<void>;
}

/** Sends a reply; an error status costs nothing. */
export function reply<E extends Exchange, R extends Reply>(exchange: E, made: R, { send }: ReplyOptions<E, R>): void {
  if ((made.status ?? 200) >= 400) exchange.charge?.refund();
  send(exchange, made);
}

/** Refunds a failed request's units, and responds with its error. */
export async function replyWithError<E extends Exchange, R>(
  exchange: E,
  error: unknown,
  { fail }: ReplyOptions<E, R>,
): Promise<void> {
  exchange.charge?.refund();
  await fail(exchange, error);
}
