import type { ApiOperationId } from "@portico/contract";
import type { Operation } from "./deps.ts";

const declared = new WeakSet<object>();

/**
 * Declares that an operation's responses depend only on the chains in its header Portico-Chains: on the store's data of
 * these
 * chains at their block, and on the tables of tokens and protocols. They may be cached until one of the chains changes.
 */
export function cacheable<Id extends ApiOperationId>(operation: Operation<Id>): Operation<Id> {
  declared.add(operation);
  return operation;
}

export const isCacheable = (operation: object): boolean => declared.has(operation);
