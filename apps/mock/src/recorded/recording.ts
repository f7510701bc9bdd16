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

/** Numbers of people that JSON.parse has read: exact integers of the contract are among texts here. */
type Read<Schema> = Schema extends bigint
  ? number
  : Schema extends object
    ? { readonly [Key in keyof Schema]: Read<Schema[Key]> }
    : Schema;

/** What somebody holds of a token of the catalogue. */
export interface RecordedHolding {
  readonly chain: string;
  readonly id: string;
  readonly amount: number;
  /** Base units, decimal. */
  readonly digits: string;
  readonly usdValue: number;
  /** Whether a protocol issued it for a deposit or a debt, so that `is_all=false` leaves it out. */
  readonly isDerived: boolean;
}

/** Values at regular moments that end at `timestamp`, unix seconds. */
export interface RecordedCurve {
  readonly timestamp: number;
  /** Seconds from one to the next. */
  readonly step: number;
  readonly values: readonly number[];
  readonly positionsSince: number | null;
}

export type CurveDays = "1" | "7";
type PerChain<Value> = Readonly<Record<string, Value>>;

/** What the service said of one address, on every chain. */
export interface Person {
  readonly name: string;
  /** For whom one chooses, a sentence. */
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
  /** When it was first seen on each chain that it used, unix seconds; null: not known. */
  readonly bornAt: PerChain<number | null>;
  /** Newest first. */
  readonly history: readonly Read<HistoryItem>[];
  /** Of each coin, the places in `history` of what moved or approved it. */
  readonly coins: Readonly<Record<string, readonly number[]>>;
  readonly curves: Readonly<Record<CurveDays, PerChain<RecordedCurve>>>;
}

type Dictionaries = Read<Pick<UserHistory, "cate_dict" | "project_dict" | "token_dict">>;

/** The block that a chain was read at. */
export interface RecordedReach {
  readonly chain: string;
  readonly block: number;
  /** Unix seconds. */
  readonly time: number;
}

/** What the service said of everything but people. Lists per chain are whole. */
export interface Catalogue {
  readonly reaches: readonly RecordedReach[];
  readonly chains: readonly Read<Chain>[];
  readonly statuses: readonly Read<ChainStatus>[];
  /** Of lists of tokens; also those that only somebody holds, with `isListed` false. */
  readonly tokens: readonly { readonly isListed: boolean; readonly token: Read<Token> }[];
  /** In the order of the list over all chains. */
  readonly protocols: readonly Read<Protocol>[];
  readonly apps: readonly object[];
  /** Where applications are read. */
  readonly appChains: readonly string[];
  readonly pools: readonly Read<Pool>[];
  readonly collections: PerChain<readonly Read<NftCollection>[]>;
  readonly contracts: PerChain<readonly Read<CloudContract>[]>;
  /** The hundred largest by chain and token. */
  readonly holders: PerChain<PerChain<readonly Read<TokenHolder>[]>>;
  /** By chain, token and day (YYYY-MM-DD). */
  readonly prices: PerChain<PerChain<Readonly<Record<string, number>>>>;
  readonly gas: PerChain<readonly Read<GasPrice>[]>;
  /** Every coin_id that is known. */
  readonly coins: readonly string[];
  readonly history: Dictionaries;
}

export interface Recording {
  readonly catalogue: Catalogue;
  readonly people: readonly Person[];
}

/** What is kept in this repository. */
export const RECORDED = join(import.meta.dirname, "../../recorded");

/** Reads what the recorder wrote, people by name. */
export async function readRecording(folder = RECORDED): Promise<Recording> {
  const names = (await readdir(join(folder, "people"))).toSorted();
  const [catalogue, ...people] = await Promise.all(
    ["catalogue.json", ...names.map((name) => join("people", name))].map(async (file) =>
      JSON.parse(await readFile(join(folder, file), "utf8")),
    ),
  );
  return { catalogue: catalogue as Catalogue, people: people as Person[] };
}
