import { applyMask } from "../mask/applyMask.ts";
import type { Exchange } from "./exchange.ts";
import type { Reply } from "./handle.ts";

/**
 * Reduces the body of a reply to the fields that the request's X-Fields names.
 * @param toData - Turns a body that serializes itself into plain data.
 */
export function mask<R extends Reply>({ mask: fields }: Exchange, reply: R, toData: (body: unknown) => unknown): R {
  if (fields === undefined || reply.body === undefined) return reply;
  return { ...reply, body: applyMask(toData(reply.body), fields) };
}
