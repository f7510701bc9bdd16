import type { OperationId } from "@portico/contract";
import type { Call, Reply } from "@portico/contract/server";
import type { Ledger } from "./ledger.ts";

/** A handler: what it is given is validated, what it replies is typed, both by the contract. */
export type Operation<Id extends OperationId> = (
  call: Call<Id>,
  deps: { readonly ledger: Ledger },
) => Promise<Reply<Id>>;

/** Handlers by operationId: one under a wrong name, or of a wrong type, does not compile. */
export type Operations = { readonly [Id in OperationId]?: Operation<Id> };
