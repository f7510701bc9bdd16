import type { Catalogue, RecordedUser, RecordedSyncStatus } from "../recorded/recording.ts";
import type { Reader } from "./createReader.ts";

type PerChain<Value> = Record<string, Value>;
type Entry = { readonly id: string; readonly chain: string };

const DAY_MS = 86_400_000;
/** Number of days before the latest block with prices. */
const DAYS = 30;
const PAGE = 100;

/** Chains that the service responds for, with its block of each. */
export const readSyncStatuses = (reader: Reader): Promise<RecordedSyncStatus[]> =>
  listSyncStatuses(reader, "/v1/chain/list");

/** Chains in a response, with the block of each. */
async function listSyncStatuses(reader: Reader, target: string): Promise<RecordedSyncStatus[]> {
  const { chains } = await reader.request(target);
  const items = [...chains.matchAll(/(\w+);block=(\d+);time=(\d+)/g)];
  return items.map(([, chain = "", block, time]) => ({ chain, block: Number(block), time: Number(time) }));
}

/** Coins that history can be filtered by, which the service lists in the error for an unknown one. */
export async function readCoins(reader: Reader, address: string): Promise<string[]> {
  const { body } = await reader.request(`/v1/user/history_list?id=${address}&coin_id=no-such-coin`);
  const { detail = "" } = body as { detail?: string };
  return detail.split("Known are: ")[1]?.split(", ") ?? [];
}

/** Everything that is not about an owner; includes metadata of the owners' assets and history. */
export async function recordCatalogue(
  reader: Reader,
  {
    reaches: syncStatuses,
    coins,
    users,
    history,
  }: Pick<Catalogue, "coins" | "history" | "reaches"> & { users: readonly RecordedUser[] },
): Promise<Catalogue> {
  const slugs = syncStatuses.map(({ chain }) => chain);
  const perChain = <Value>(read: (chain: string) => Promise<Value>): Promise<PerChain<Value>> => gather(slugs, read);
  const listed = await perChain((chain) =>
    readPages<Catalogue["tokens"][number]["token"]>(reader, `/cloud/token?chain_id=${chain}`),
  );
  const tokens = await describeTokens(reader, listed, users);
  const priced = (chain: string) =>
    tokens.flatMap(({ token }) => (token.chain === chain && (token.is_core || token.is_verified) ? [token.id] : []));
  return {
    reaches: syncStatuses,
    coins,
    history,
    tokens,
    chains: await reader.read("/v1/chain/list"),
    statuses: (await reader.read<Catalogue["statuses"]>("/v1/chain/status")).map(settle),
    protocols: await reader.read("/v1/protocol/all_list"),
    apps: await reader.read("/v1/app_protocol/list"),
    appChains: (await listSyncStatuses(reader, `/v1/user/complex_app_list?id=${users[0]?.address}`)).map(
      ({ chain }) => chain,
    ),
    pools: await readPools(reader, users),
    collections: await perChain((chain) => readPages(reader, `/cloud/collection?chain_id=${chain}`)),
    contracts: await perChain((chain) => readPages(reader, `/cloud/contract?chain_id=${chain}`)),
    holders: await perChain((chain) =>
      gather(priced(chain), (id) => reader.read(`/v1/token/top_holders?chain_id=${chain}&id=${id}`)),
    ),
    prices: await perChain((chain) =>
      gather(priced(chain), (id) => readPrices(reader, chain, id, timeOf(syncStatuses, chain))),
    ),
    gas: await perChain((chain) => reader.read(`/v1/wallet/gas_market?chain_id=${chain}`)),
  };
}

const timeOf = (syncStatuses: readonly RecordedSyncStatus[], slug: string): number =>
  syncStatuses.find(({ chain }) => chain === slug)?.time ?? 0;

async function gather<Value>(
  names: readonly string[],
  read: (name: string) => Promise<Value>,
): Promise<PerChain<Value>> {
  const found: PerChain<Value> = {};
  for (const name of names) found[name] = await read(name);
  return found;
}

async function readPages<Item>(reader: Reader, target: string): Promise<Item[]> {
  const items: Item[] = [];
  for (;;) {
    const page = await reader.read<Item[]>(`${target}&start=${items.length}&limit=${PAGE}`);
    items.push(...page);
    if (page.length < PAGE) return items;
  }
}

/** Those of the lists, and those that only owners hold. */
async function describeTokens(
  reader: Reader,
  listed: PerChain<readonly Catalogue["tokens"][number]["token"][]>,
  users: readonly RecordedUser[],
): Promise<Catalogue["tokens"]> {
  const known = Object.values(listed).flat();
  const keys = new Set(known.map(({ chain, id }) => `${chain}:${id}`));
  const held = new Set(users.flatMap(({ holdings }) => holdings.map(({ chain, id }) => `${chain}:${id}`)));
  const missing = [...held].filter((key) => !keys.has(key)).toSorted();
  const others = await Promise.all(
    missing.map((key) => {
      const [chain, id] = key.split(":");
      return reader.read<(typeof known)[number]>(`/v1/token?chain_id=${chain}&id=${id}`);
    }),
  );
  return [...known.map((token) => ({ isListed: true, token })), ...others.map((token) => ({ isListed: false, token }))];
}

/** Pools in which a recorded owner has a position. */
async function readPools(reader: Reader, users: readonly RecordedUser[]): Promise<Catalogue["pools"]> {
  const owned = users.flatMap(({ protocols }) =>
    protocols.flatMap(({ portfolio_item_list: items }) => items.flatMap(({ pool }): Entry[] => (pool ? [pool] : []))),
  );
  const keys = [...new Set(owned.map(({ chain, id }) => `${chain}:${id}`))].toSorted();
  const pools = await Promise.all(
    keys.map(async (key) => {
      const [chain = "", ...id] = key.split(":");
      const { status, body } = await reader.request(
        `/v1/pool?chain_id=${chain}&id=${encodeURIComponent(id.join(":"))}`,
      );
      return status === 200 ? [body as Catalogue["pools"][number]] : [];
    }),
  );
  return pools.flat();
}

async function readPrices(reader: Reader, chain: string, id: string, newest: number): Promise<Record<string, number>> {
  const days = Array.from({ length: DAYS + 1 }, (_, back) => new Date(newest * 1000 - back * DAY_MS));
  return gather(
    days.map((day) => day.toISOString().slice(0, 10)).toReversed(),
    async (day) =>
      (await reader.read<{ price: number }>(`/v1/token/history_price?chain_id=${chain}&id=${id}&date_at=${day}`)).price,
  );
}

/** Removes what depends on the recording machine. */
const settle = (status: Catalogue["statuses"][number]): Catalogue["statuses"][number] => ({
  ...status,
  blocks_per_second: 0,
  transfers_per_second: 0,
  updated_at: status.block_time ?? 0,
});
