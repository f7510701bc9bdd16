import type { Address, Chain } from "@portico/evm";
import type { AbiEvent } from "viem";
import type { Entrances } from "./entrances.ts";
import type { Read, TryRead } from "./reader.ts";
import type { PoolKey, PoolState, Position } from "./position.ts";

/** An event that shows that an owner has to do with a contract. */
export interface EventSignal {
  /** By viem's `parseAbiItem`. */
  event: AbiEvent;
  /**
   * Who emits it; left out: anybody may, and the adapter finds out whether it is what it seems. Then an event that names more
   * than a hundred owners is passed over.
   */
  emitters?: readonly Address[];
  /** The parameters that name an owner: an address, or a list of them. */
  owners: readonly string[];
  /** The parameter that tells one place from another: a market's id, a pool's number, the number of an NFT, a token. */
  key?: string;
}

/** Which held or touched contracts mean that an owner may have a position: only such owners are read. */
export interface Signals {
  /** Receipts known beforehand: an owner that holds one. Others are found by `identify`. */
  tokens?: readonly Address[];
  /** Contracts whose NFTs are positions. */
  nfts?: readonly Address[];
  events?: readonly EventSignal[];
}

/** What an owner has to do with a protocol, as the index knows it at the block that is read. */
export interface OwnerFacts {
  owner: Address;
  /** Which of the protocol's receipts the owner holds. How much, ask the contract: some grow by themselves. */
  receipts: readonly Address[];
  /** The NFTs that the owner holds of `signals.nfts`, by contract. */
  nfts: ReadonlyMap<Address, readonly bigint[]>;
  /** What the protocol's event signals told of the owner; each contract and key once. */
  touches: readonly Touch[];
  /** Touches before this block are not known; left out: all are. */
  touchesFrom?: bigint;
}

export interface Touch {
  contract: Address;
  /** Of the signal: an address and a number as lower-case hex without leading zeros ("0x2a"), bytes as they are; "" without. */
  key: string;
}

/** Reads of one chain at one block. */
export interface ReadContext<Contracts> {
  chain: Chain;
  contracts: Contracts;
  blockNumber: bigint;
  /** Of the block, unix seconds: what accrues by time is worked out for this moment. */
  timeAt: number;
  /** View calls by ABI; throws when one fails, and then the protocol drops out of the answer. */
  read: Read;
  /** As `read`, undefined where a call fails. */
  tryRead: TryRead;
  /** As `read`, for what can never change (a pair's tokens, a vault's asset): remembered, but for what is zero yet. */
  readOnce: Read;
  /** As `tryRead`, for calls that change state, of which nothing is kept: one sees what those before it changed. */
  trySimulate: TryRead;
}

export interface OwnerContext<Contracts> extends ReadContext<Contracts>, OwnerFacts {}

export interface PoolContext<Contracts> extends ReadContext<Contracts> {
  /** What `identify` found, and `signals.tokens`: all, or a part where there are many. */
  known: readonly Address[];
  /** `known` goes on from the call before: what is not among it was told then. */
  isContinued?: boolean;
  /** What the event signals named, whoever was meant: each contract and key once. For markets that only their events tell of. */
  touched?: readonly Touch[];
}

/** What a contract is that `identify` knows: a receipt is a token that stands for a deposit or a debt. */
export type Identity = "place" | "receipt";

/**
 * A protocol. Pure but for `read`: it makes no request, formats no JSON and knows no price. All reads that adapters await at
 * the same time go out as one multicall, so await as few times in a row as the protocol lets you.
 */
export interface Adapter<Contracts = unknown> {
  /** Public id on Ethereum, never reused; elsewhere the chain's slug and `_` stand before it. */
  id: string;
  name: string;
  siteUrl: string;
  logoUrl?: string;
  category: "dex" | "farm" | "lending" | "names" | "prediction" | "staking" | "vault" | "wallet";
  /** By chain slug. Each table names its source. */
  deployments: Readonly<Record<string, Contracts>>;
  /** Routers, gateways, bundlers, by chain slug: contracts that people call to use it, and that hold none of its positions. */
  entrances?: Entrances;
  /** Its positions are read from contracts that anybody may have written, such as any token of a pair: they are asked last. */
  asksAnybody?: boolean;
  signals?(contracts: Contracts): Signals;
  /** Which of these contracts, tokens and pools that the index met, belong to the protocol; the others are left out. */
  identify?(context: ReadContext<Contracts>, candidates: readonly Address[]): Promise<Map<Address, Identity>>;
  /** Left out: the protocol is known by name and contracts only. */
  listPositions?(context: OwnerContext<Contracts>): Promise<Position[]>;
  /** Contract accounts that are the owner's alone: what they have in other protocols is shown as the owner's, by proxy. */
  listAccounts?(context: OwnerContext<Contracts>): Promise<Address[]>;
  listPools?(context: PoolContext<Contracts>): Promise<PoolState[]>;
  /** Of pools whose depositors are known by touch: what each owner has of `rawShares`, in their order. */
  readShares?(context: ReadContext<Contracts>, pool: PoolKey, owners: readonly Address[]): Promise<bigint[]>;
}

/** Declares a protocol; the type of its contracts is that of its table. */
export const defineAdapter = <Contracts>(adapter: Adapter<Contracts>): Adapter<Contracts> => adapter;
