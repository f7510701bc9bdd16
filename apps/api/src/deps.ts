import type { ApiOperationId } from "@portico/contract";
import type { Handler } from "@portico/contract/server";
import type { Store } from "@portico/store";
import type { Sights } from "./data/sights.ts";
import type { TokenTable } from "./data/tokenTable.ts";

/** What handlers stand on. */
export interface Deps {
  readonly db: Store;
  readonly tokens: TokenTable;
  readonly sights: Sights;
}

/** A handler: typed by the contract, free of HTTP. */
export type Operation<Id extends ApiOperationId> = Handler<Id, Deps>;
