import type { ApiOperationId } from "@portico/contract";
import type { Operation } from "../deps.ts";

/** The handler of an operation under another name, which has the same parameters and the same answer. */
export const aliasOf = <Id extends ApiOperationId, Of extends ApiOperationId>(handler: Operation<Of>): Operation<Id> =>
  handler as unknown as Operation<Id>;
