import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type {
  Chain,
  ChainStatus,
  CloudContract,
  GasPrice,
  HistoryItem,
  NftCollection,
  Pool,
  Protocol,
  Token,
  TokenHolder,
  UserApp,
  UserHistory,
  UserNFTAuthorized,
  UserNft,
  UserProtocol,
  UserTokenAuthorized,
} from "@portico/contract";

/** Schemas after JSON.parse: exact integers of the contract are strings here. */
type Read<Schema> = Schema extends bigint
  ? number
  : Schema extends object
    ? { readonly [Key in keyof Schema]: Read<Schema[Key]> }
    : Schema;

/** An owner's holding of a token of the catalogue. */
export interface RecordedHolding {
  readonly chain: string;
  readonly id: string;
  readonly amount: number;
  /** Base units, decimal. */
  readonly digits: string;
  readonly usdValue: number;
  /** Whether a protocol issued it for a deposit or a debt, so that `is_all=false` omits it. */
  readonly isDerived: boolean;
}

/** Values at regular intervals that end at `timestamp`, unix seconds. */
export interface RecordedCurve {
  readonly timestamp: number;
  /** Interval in seconds. */
  readonly step: number;
  readonly values: readonly number[];
  readonly positionsSince: number | null;
}

export type CurveDays = "1" | "7";
type PerChain<Value> = Readonly<Record<string, Value>>;

/** Recorded responses for one address, on every chain. */
export interface RecordedUser {
  readonly name: string;
  /** A description, for choosing one. */
  readonly about: string;
  readonly address: string;
  /** Most valuable first. */
  readonly holdings: readonly RecordedHolding[];
  readonly nfts: readonly Read<UserNft>[];
  /** In the order of the lists over all chains. */
  readonly protocols: readonly Read<UserProtocol>[];
  readonly apps: readonly Read<UserApp>[];
  readonly tokenApprovals: PerChain<readonly Read<UserTokenAuthorized>[]>;
  readonly nftApprovals: PerChain<readonly Read<UserNFTAuthorized>[]>;
  /** First activity on each chain, unix seconds; null: unknown. */
  readonly bornAt: PerChain<number | null>;
  /** Newest first. */
  readonly history: readonly Read<HistoryItem>[];
  /** By coin, indices in `history` of its movements and approvals. */
  readonly coins: Readonly<Record<string, readonly number[]>>;
  readonly curves: Readonly<Record<CurveDays, PerChain<RecordedCurve>>>;
}

type Dictionaries = Read<Pick<UserHistory, "cate_dict" | "project_dict" | "token_dict">>;

/** The block that a chain was read at. */
export interface RecordedSyncStatus {
  readonly chain: string;
  readonly block: number;
  /** Unix seconds. */
  readonly time: number;
}

/** Recorded responses about everything except owners. Lists per chain are complete. */
export interface Catalogue {
  readonly reaches: readonly RecordedSyncStatus[];
  readonly chains: readonly Read<Chain>[];
  readonly statuses: readonly Read<ChainStatus>[];
  /** Of token lists; also those that only owners hold, with `isListed` false. */
  readonly tokens: readonly { readonly isListed: boolean; readonly token: Read<Token> }[];
  /** In the order of the list over all chains. */
  readonly protocols: readonly Read<Protocol>[];
  readonly apps: readonly object[];
  /** Chains on which applications are read. */
  readonly appChains: readonly string[];
  readonly pools: readonly Read<Pool>[];
  readonly collections: PerChain<readonly Read<NftCollection>[]>;
  readonly contracts: PerChain<readonly Read<CloudContract>[]>;
  /** The hundred largest by chain and token. */
  readonly holders: PerChain<PerChain<readonly Read<TokenHolder>[]>>;
  /** By chain, token and day (YYYY-MM-DD). */
  readonly prices: PerChain<PerChain<Readonly<Record<string, number>>>>;
  readonly gas: PerChain<readonly Read<GasPrice>[]>;
  /** Every known coin_id. */
  readonly coins: readonly string[];
  readonly history: Dictionaries;
}

export interface Recording {
  readonly catalogue: Catalogue;
  readonly users: readonly RecordedUser[];
}

/** The recording in this repository. */
export const RECORDED = join(import.meta.dirname, "../../recorded");

/** Reads a recording, with owners by name. */
export async function readRecording(folder = RECORDED): Promise<Recording> {
  const names = (await readdir(join(folder, "people"))).toSorted();
  const [catalogue, ...users] = await Promise.all(
    ["catalogue.json", ...names.map((name) => join("people", name))].map(async (file) =>
      JSON.parse(await readFile(join(folder, file), "utf8")),
    ),
  );
  return { catalogue: catalogue as Catalogue, users: users as RecordedUser[] };
}
