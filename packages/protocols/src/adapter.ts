import type { Address, Chain } from "@portico/evm";
import type { AbiEvent } from "viem";
import type { Routers } from "./routers.ts";
import type { Read, TryRead } from "./reader.ts";
import type { PoolKey, PoolState, Position } from "./position.ts";

/** An event that links an owner to a contract. */
export interface EventSignal {
  /** From viem's `parseAbiItem`. */
  event: AbiEvent;
  /**
   * Emitting contracts; without them anybody may emit it, and the adapter verifies the emitter. Then an event that
   * names more
   * than a hundred owners is ignored.
   */
  emitters?: readonly Address[];
  /** Parameters that name an owner: an address, or a list of them. */
  owners: readonly string[];
  /** The parameter that distinguishes pools: a market id, a pool's index, an NFT's id, a token. */
  key?: string;
}

/** Contracts whose tokens an owner holds, or whose events named it, that indicate a position: only such owners are read. */
export interface Signals {
  /** Receipt tokens known in advance: held by owners with a position. Others are found by `identify`. */
  tokens?: readonly Address[];
  /** Contracts whose NFTs are positions. */
  nfts?: readonly Address[];
  events?: readonly EventSignal[];
}

/** An owner's relation to a protocol, as indexed at the block that is read. */
export interface OwnerState {
  owner: Address;
  /** The protocol's receipt tokens that the owner holds. Read amounts from the contract: some rebase. */
  receipts: readonly Address[];
  /** The owner's NFTs of `signals.nfts`, by contract. */
  nfts: ReadonlyMap<Address, readonly bigint[]>;
  /** From the protocol's event signals; each contract and key once. */
  interactions: readonly Interaction[];
  /** First block with indexed interactions; undefined: all blocks. */
  interactionsFrom?: bigint;
}

export interface Interaction {
  contract: Address;
  /**
   * From the signal's key parameter: addresses and numbers as lower-case hex without leading zeros ("0x2a"), bytes
   * unchanged; "" without one.
   */
  key: string;
}

/** Reads of one chain at one block. */
export interface ReadContext<Contracts> {
  chain: Chain;
  contracts: Contracts;
  blockNumber: bigint;
  /** Timestamp of the block, unix seconds: time-dependent amounts are computed for it. */
  timeAt: number;
  /** View calls by ABI; throws if one fails, and the protocol is then missing from the response. */
  read: Read;
  /** Like `read`, with undefined for calls that fail. */
  tryRead: TryRead;
  /** Like `read`, for constants (a pair's tokens, a vault's asset): cached, except zero values. */
  readOnce: Read;
  /** Like `tryRead`, for calls that change state, which is discarded: each sees the changes of those before it. */
  trySimulate: TryRead;
}

export interface OwnerContext<Contracts> extends ReadContext<Contracts>, OwnerState {}

export interface PoolContext<Contracts> extends ReadContext<Contracts> {
  /** Contracts found by `identify`, and `signals.tokens`: all, or a batch if there are many. */
  known: readonly Address[];
  /** `known` continues the batch of the previous call. */
  isContinued?: boolean;
  /** From event signals, of all owners: each contract and key once. For markets that are known by their events only. */
  emitted?: readonly Interaction[];
}

/** Kind of a contract that `identify` recognizes: a receipt is a token that represents a deposit or a debt. */
export type Identity = "place" | "receipt";

/**
 * A protocol. Pure except for `read`: it makes no requests, formats no JSON and knows no prices. All reads that
 * adapters await at
 * the same time are one multicall, so await as few in sequence as possible.
 */
export interface Adapter<Contracts = unknown> {
  /** Public id on Ethereum, never reused; on other chains prefixed by the chain's slug and `_`. */
  id: string;
  name: string;
  siteUrl: string;
  logoUrl?: string;
  category: "dex" | "farm" | "lending" | "names" | "prediction" | "staking" | "vault" | "wallet";
  /** By chain slug. Each table names its source. */
  deployments: Readonly<Record<string, Contracts>>;
  /** Routers, gateways, bundlers, by chain slug: contracts that users call, which hold no positions. */
  routers?: Routers;
  /** It reads contracts that anybody may have deployed, such as any token of a pair: they are called last. */
  readsUntrusted?: boolean;
  signals?(contracts: Contracts): Signals;
  /** Which of these contracts, tokens and pools in the index belong to the protocol; others are omitted. */
  identify?(context: ReadContext<Contracts>, candidates: readonly Address[]): Promise<Map<Address, Identity>>;
  /** Undefined: the protocol is known by name and contracts only. */
  listPositions?(context: OwnerContext<Contracts>): Promise<Position[]>;
  /**
   * Contract accounts controlled by the owner alone: their positions in other protocols are shown as the owner's, by
   * proxy.
   */
  listAccounts?(context: OwnerContext<Contracts>): Promise<Address[]>;
  listPools?(context: PoolContext<Contracts>): Promise<PoolState[]>;
  /** For pools whose depositors are found by interactions: each owner's part of `rawShares`, in their order. */
  readShares?(context: ReadContext<Contracts>, pool: PoolKey, owners: readonly Address[]): Promise<bigint[]>;
}

/** Defines a protocol; its contracts are typed by its table. */
export const defineAdapter = <Contracts>(adapter: Adapter<Contracts>): Adapter<Contracts> => adapter;
