import type { Address, Chain } from "@portico/evm";
import { readPositionsText, type Deployed, type PositionRecord } from "@portico/protocols";
import { listContracts, type Store } from "@portico/store";
import type { TokenEntry } from "../tokens/tokenEntry.ts";
import type { TokenTable } from "../tokens/tokenTable.ts";
import type { PositionProxy } from "./positionContext.ts";
import { listPositionTokens } from "./positionParts.ts";
import { RecentMap } from "./recentMap.ts";
import { ValuedPosition } from "./valuedPosition.ts";

/** A protocol's result, as stored text or as just read. */
export interface RecordSource {
  readonly chain: Chain;
  readonly deployed: Deployed;
  readonly owner: Address;
  readonly proxy: PositionProxy | undefined;
  readonly timeAt: number;
  readonly record: PositionRecord | string;
}

export interface ValuedRecord {
  readonly positions: readonly ValuedPosition[];
  readonly accounts: readonly Address[];
}

/** Values positions, with a cache by record and tokens that includes their JSON text. */
export interface ValuedRecords {
  readonly value: (source: RecordSource) => Promise<ValuedRecord>;
  readonly parse: (source: RecordSource) => PositionRecord;
}

interface CachedRecord {
  readonly text: string;
  readonly timeAt: number;
  readonly record: PositionRecord;
  valued: { readonly record: ValuedRecord; readonly entries: readonly CachedEntry[] } | undefined;
}

interface CachedEntry {
  readonly entry: TokenEntry;
  readonly isAmbiguous: boolean;
}

/** Approximate size of the cache. */
const CACHE_BYTES = 48 * 1024 * 1024;
/** Memory of a record, its positions and their text, as a multiple of the record's text. */
const BYTES_PER_CHARACTER = 8;
const MAX_TIMESTAMPS = 50_000;

export function createValuedRecords(db: Store, tokens: TokenTable): ValuedRecords {
  const cache = new RecentMap<CachedRecord>(CACHE_BYTES);
  /** 0: the deployment was not indexed. */
  const createdAt = new RecentMap<number>(MAX_TIMESTAMPS);

  const open = (source: RecordSource): CachedRecord => {
    const { record, timeAt } = source;
    if (typeof record !== "string") return { text: "", timeAt, record, valued: undefined };
    const key = keyOf(source);
    const known = cache.get(key);
    if (known?.text === record && known.timeAt === timeAt) return known;
    const opened = { text: record, timeAt, record: readPositionsText(record), valued: undefined };
    cache.set(key, opened, record.length * BYTES_PER_CHARACTER + 1_000);
    return opened;
  };

  const isSame = ({ entry, isAmbiguous }: CachedEntry, chain: string): boolean =>
    tokens.find(chain, entry.token.address) === entry && entry.isAmbiguous === isAmbiguous;

  const findCreations = async (chain: string, addresses: readonly Address[]): Promise<Map<Address, number>> => {
    const missing = addresses.filter((address) => createdAt.get(`${chain} ${address}`) === undefined);
    const found = new Map(
      missing.length === 0
        ? []
        : (await listContracts(db, chain, missing)).map(({ address, timeAt }) => [address, timeAt] as const),
    );
    for (const address of missing) {
      const timeAt = found.get(address) ?? tokens.find(chain, address)?.token.timeAt ?? 0;
      createdAt.set(`${chain} ${address}`, timeAt);
    }
    const known = addresses.map((address) => [address, createdAt.get(`${chain} ${address}`) ?? 0] as const);
    return new Map(known.filter(([, timeAt]) => timeAt > 0));
  };

  const value = async (source: RecordSource): Promise<ValuedRecord> => {
    const { chain } = source;
    const opened = open(source);
    if (opened.valued?.entries.every((one) => isSame(one, chain.slug)) === true) return opened.valued.record;
    const { positions, accounts } = opened.record;
    const addresses = [...new Set(positions.flatMap(listPositionTokens))];
    const [entries, creations] = await Promise.all([
      tokens.resolve(chain, addresses),
      findCreations(chain.slug, [...new Set(positions.map(({ pool }) => pool.controller))]),
    ]);
    const byAddress = new Map(addresses.map((address, index) => [address, entries[index]!]));
    const context = { ...source, entries: byAddress, createdAt: creations };
    const record = { positions: positions.map((position) => new ValuedPosition(position, context)), accounts };
    opened.valued = { record, entries: entries.map((entry) => ({ entry, isAmbiguous: entry.isAmbiguous })) };
    return record;
  };
  return { value, parse: (source) => open(source).record };
}

const keyOf = ({ chain, deployed, owner, proxy }: RecordSource): string =>
  `${owner} ${proxy?.account ?? ""} ${chain.slug} ${deployed.id}`;
