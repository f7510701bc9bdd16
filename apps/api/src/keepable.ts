import type { ApiOperationId } from "@portico/contract";
import type { Operation } from "./deps.ts";

const declared = new WeakSet<object>();

/**
 * Declares that an operation's answers rest on nothing but what its header Portico-Chains names: what the store has of these
 * chains at their block, and what the tables of tokens and protocols have of them. They may be kept until one of the chains has news.
 */
export function keepable<Id extends ApiOperationId>(operation: Operation<Id>): Operation<Id> {
  declared.add(operation);
  return operation;
}

export const isKeepable = (operation: object): boolean => declared.has(operation);
