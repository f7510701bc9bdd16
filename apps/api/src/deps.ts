import type { ApiOperationId } from "@portico/contract";
import type { Handler } from "@portico/contract/server";
import type { Address } from "@portico/evm";
import type { Meter } from "@portico/metering";
import type { ContractNames } from "@portico/protocols";
import type { PrimaryStore, ReadStore } from "@portico/store";
import type { AccountCodes } from "./data/accountCodes.ts";
import type { ChainRpcs } from "./data/chains/chainRpcs.ts";
import type { GasMarkets } from "./data/chains/gasMarket.ts";
import type { Names } from "./data/names.ts";
import type { PastPositions } from "./data/past/pastPositions.ts";
import type { Positions } from "./data/positions/positions.ts";
import type { ProtocolTable } from "./data/protocols/protocolTable.ts";
import type { ServedChains } from "./data/chains/servedChains.ts";
import type { InitialScans } from "./data/initialScans.ts";
import type { OwnerFollowing } from "./data/owners/ownerFollowing.ts";
import type { Simulator } from "./data/simulation/simulator.ts";
import type { TokenTable } from "./data/tokens/tokenTable.ts";
import type { KnowledgeBase } from "./data/transactions/knowledge.ts";
import type { Events } from "./events/createEvents.ts";
import type { WebhookQueue } from "./messages/webhookQueue.ts";

/** Dependencies of handlers. */
export interface Deps {
  /** For reading: it may be a replica of the database. */
  readonly db: ReadStore;
  /** The database itself, for writing, and for reading what must not be behind. */
  readonly primary: PrimaryStore;
  /** How many replicas are read from, of how many; undefined if there are none. */
  readonly countReplicas: () => { readonly used: number; readonly total: number } | undefined;
  readonly meter: Meter;
  readonly chainRpcs: ChainRpcs;
  readonly gasMarkets: GasMarkets;
  readonly names: Names;
  readonly tokens: TokenTable;
  readonly protocols: ProtocolTable;
  readonly contractNames: ContractNames;
  readonly initialScans: InitialScans;
  readonly ownerFollowing: OwnerFollowing;
  /**
   * Requests the holders of a token where only owners are indexed. @returns whether they are requested: too many are, or
   * the database is read-only.
   */
  readonly requestHolders: (chain: string, token: Address) => Promise<boolean>;
  readonly accountCodes: AccountCodes;
  readonly positions: Positions;
  readonly pastPositions: PastPositions;
  readonly simulator: Simulator;
  readonly servedChains: ServedChains;
  readonly knowledge: KnowledgeBase;
  /** Undefined if the operator configured no webhook for messages. */
  readonly webhooks: WebhookQueue | undefined;
  readonly events: Events;
  /** Whether the database's notifications arrive. While they don't, nothing that depends on them is cached. */
  readonly notifications: { readonly isReceiving: boolean };
  /** How long a request waits for positions to be read. */
  readonly positionWaitMs: number;
}

/** A handler: typed by the contract, independent of HTTP. */
export type Operation<Id extends ApiOperationId> = Handler<Id, Deps>;
