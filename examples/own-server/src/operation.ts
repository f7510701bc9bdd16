import type { OperationId } from "@portico/contract";
import type { Call, Reply } from "@portico/contract/server";
import type { Ledger } from "./ledger.ts";

/** A handler: its input is validated and its reply is typed, both by the contract. */
export type Operation<Id extends OperationId> = (
  call: Call<Id>,
  deps: { readonly ledger: Ledger },
) => Promise<Reply<Id>>;

/** Handlers by operationId: a wrong name or type is a type error. */
export type Operations = { readonly [Id in OperationId]?: Operation<Id> };
