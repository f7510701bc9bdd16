import type { ApiOperationId } from "@portico/contract";
import type { Handler } from "@portico/contract/server";
import type { Store } from "@portico/store";
import type { Positions } from "./data/positions/positions.ts";
import type { ProtocolTable } from "./data/protocolTable.ts";
import type { Sights } from "./data/sights.ts";
import type { TokenTable } from "./data/tokenTable.ts";

/** What handlers stand on. */
export interface Deps {
  readonly db: Store;
  readonly tokens: TokenTable;
  readonly protocols: ProtocolTable;
  readonly sights: Sights;
  readonly positions: Positions;
  /** How long a request waits for positions that must be read. */
  readonly positionWaitMs: number;
}

/** A handler: typed by the contract, free of HTTP. */
export type Operation<Id extends ApiOperationId> = Handler<Id, Deps>;
