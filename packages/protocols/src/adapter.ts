import type { Address, Chain, Hex } from "@portico/evm";
import type { AbiEvent } from "viem";
import type { Routers } from "./routers.ts";
import type { Read, TryRead } from "./reader.ts";
import type { Amount, PoolKey, PoolState, Position } from "./position.ts";

/** An event that links an owner to a contract. */
export interface EventSignal {
  /** From viem's `parseAbiItem`. */
  event: AbiEvent;
  /**
   * Emitting contracts. `identified`: the contracts that `identify` finds, which no table can list: gauges, farms.
   * Without them anybody may emit it, and the adapter verifies the emitter. An event of either kind that names more than
   * a hundred owners is ignored.
   */
  emitters?: readonly Address[] | "identified";
  /** Parameters that name an owner: an address, a list of them, or a word that is an address. */
  owners: readonly string[];
  /** Only events with these values of indexed parameters count; a text is given by its hash. */
  where?: Readonly<Record<string, Hex>>;
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

/**
 * Kind of a contract that `identify` recognizes: a receipt is a token that represents a deposit or a debt, an nft a
 * contract whose NFTs are positions, a place any other contract of the protocol.
 */
export type Identity = "nft" | "place" | "receipt";

/** The fork that a contract belongs to: its index in the contracts of `identifyForks`. */
export interface ForkIdentity {
  fork: number;
  identity: Identity;
}

/** What a protocol is for. */
export const CATEGORIES = [
  "bridge",
  "cdp",
  "derivatives",
  "dex",
  "farm",
  "lending",
  "names",
  "other",
  "payments",
  "prediction",
  "reserve",
  "restaking",
  "staking",
  "vault",
  "wallet",
] as const;
export type Category = (typeof CATEGORIES)[number];

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
  category: Category;
  /** Where the addresses in its tables are from: a package with its version, a page, a repository with its commit. */
  source?: string;
  /** By chain slug. */
  deployments: Readonly<Record<string, Contracts>>;
  /** Routers, gateways, bundlers, by chain slug: contracts that users call, which hold no positions. */
  routers?: Routers;
  /** It reads contracts that anybody may have deployed, such as any token of a pair: they are called last. */
  readsUntrusted?: boolean;
  /** It identifies contracts by their form alone, so all others come first. */
  isLast?: boolean;
  /**
   * It reads contracts of unknown code by their form. Some are another part's of the same protocol, such as its lock of
   * votes: then the other part counts.
   */
  isUnverified?: boolean;
  /** It stands for contracts that nobody listed: positions in it are marked. */
  isUnlisted?: boolean;
  signals?(contracts: Contracts): Signals;
  /** Which of these contracts, tokens and pools in the index belong to the protocol; others are omitted. */
  identify?(context: ReadContext<Contracts>, candidates: readonly Address[]): Promise<Map<Address, Identity>>;
  /**
   * Like `identify`, for all forks of a chain at once: adapters with the same function are called once. Its cost must not
   * grow with the forks: it reads what a candidate claims, finds the fork of the claim, and verifies there.
   */
  identifyForks?(
    context: ReadContext<readonly Contracts[]>,
    candidates: readonly Address[],
  ): Promise<Map<Address, ForkIdentity>>;
  /** What is wrong with the contracts: "factory has no code". Undefined: they respond as they should. Few reads. */
  check?(context: ReadContext<Contracts>): Promise<string | undefined>;
  /** Its parts that read positions on their own, each with the same contracts: an exchange and its farms. */
  families?: readonly Partial<Adapter<Contracts>>[];
  /** Undefined: the protocol is known by name and contracts only. */
  listPositions?(context: OwnerContext<Contracts>): Promise<Position[]>;
  /**
   * Contract accounts controlled by the owner alone: their positions in other protocols are shown as the owner's, by
   * proxy.
   */
  listAccounts?(context: OwnerContext<Contracts>): Promise<Address[]>;
  /** What an amount of one of its receipts is worth now, as in `listPositions`: it may be staked elsewhere. */
  unwrap?(context: ReadContext<Contracts>, receipt: Amount): Promise<Amount[]>;
  listPools?(context: PoolContext<Contracts>): Promise<PoolState[]>;
  /** For pools whose depositors are found by interactions: each owner's part of `rawShares`, in their order. */
  readShares?(context: ReadContext<Contracts>, pool: PoolKey, owners: readonly Address[]): Promise<bigint[]>;
}

/** Defines a protocol; its contracts are typed by its table. */
export const defineAdapter = <Contracts>(adapter: Adapter<Contracts>): Adapter<Contracts> => adapter;
