import type { NetCurve, UserHistory, UserToken } from "@portico/contract";
import type { RecordedUser, RecordedCurve, RecordedHolding } from "../recorded/recording.ts";
import type { Reader } from "./createReader.ts";

type Item = RecordedUser["history"][number];
type Dictionaries = Pick<UserHistory, "cate_dict" | "project_dict" | "token_dict">;
type Page = Dictionaries & { readonly history_list: Item[]; readonly next_cursor: string | null };

/** Maximum recorded transactions per owner, so that files stay small. */
const HISTORY_MAX = 120;

const SIGNIFICANT = 10;

/** An owner to record. */
export type Candidate = Pick<RecordedUser, "name" | "about" | "address">;

export interface UserRecording {
  readonly user: RecordedUser;
  /** Dictionaries of the owner's transactions. */
  readonly dictionaries: Dictionaries;
}

/** All responses of the service for an address. */
export async function recordUser(
  reader: Reader,
  candidate: Candidate,
  { chains, coins }: { chains: readonly string[]; coins: readonly string[] },
): Promise<UserRecording> {
  const of = <Body>(operation: string, more = ""): Promise<Body> =>
    reader.read<Body>(`/v1/user/${operation}?id=${candidate.address}${more}`);
  const perChain = async <Body>(operation: string, more = ""): Promise<Record<string, Body>> =>
    Object.fromEntries(
      await Promise.all(
        chains.map(async (chain) => [chain, await of<Body>(operation, `&chain_id=${chain}${more}`)] as const),
      ),
    );
  const { items, dictionaries } = await readHistory(of, "");
  const used = await of<{ id: string; born_at: number | null }[]>("used_chain_list");
  const user: RecordedUser = {
    ...candidate,
    holdings: await readHoldings(of),
    nfts: await of("all_nft_list"),
    protocols: await of("all_complex_protocol_list"),
    apps: await of("complex_app_list"),
    tokenApprovals: await perChain("token_authorized_list"),
    nftApprovals: await perChain("nft_authorized_list"),
    bornAt: Object.fromEntries(used.map(({ id, born_at: bornAt }) => [id, bornAt])),
    history: items,
    coins: await readCoins(of, items, coins),
    curves: {
      1: toCurves(await perChain("chain_net_curve", "&days=1")),
      7: toCurves(await perChain("chain_net_curve", "&days=7")),
    },
  };
  return { user, dictionaries };
}

type Of = <Body>(operation: string, more?: string) => Promise<Body>;

async function readHoldings(of: Of): Promise<RecordedHolding[]> {
  const [all, plain] = await Promise.all([
    of<UserToken[]>("all_token_list", "&is_all=true"),
    of<UserToken[]>("all_token_list", "&is_all=false"),
  ]);
  const keys = new Set(plain.map(keyOf));
  return all.map((token) => ({
    chain: token.chain,
    id: token.id,
    amount: token.amount,
    digits: token.raw_amount_str,
    usdValue: token.usd_value ?? 0,
    isDerived: !keys.has(keyOf(token)),
  }));
}

const keyOf = ({ chain, id }: { chain: string; id: string }): string => `${chain}:${id}`;

async function readHistory(of: Of, more: string): Promise<{ items: Item[]; dictionaries: Dictionaries }> {
  const items: Item[] = [];
  const dictionaries: Dictionaries = { cate_dict: {}, project_dict: {}, token_dict: {} };
  for (let cursor: string | null = ""; cursor !== null && items.length < HISTORY_MAX;) {
    const [page]: Page[] = await of("all_history_list", more + (cursor && `&cursor=${cursor}`));
    items.push(...(page?.history_list ?? []));
    for (const name of ["cate_dict", "project_dict", "token_dict"] as const) {
      Object.assign(dictionaries[name], page?.[name]);
    }
    cursor = page?.next_cursor ?? null;
  }
  return { items, dictionaries };
}

/** Which of these transactions match each coin. */
async function readCoins(of: Of, items: readonly Item[], coins: readonly string[]): Promise<RecordedUser["coins"]> {
  const indices = new Map(items.map(({ chain, id }, index) => [`${chain}:${id}`, index]));
  const found: Record<string, number[]> = {};
  for (const coin of coins) {
    const { items: own } = await readHistory(of, `&coin_id=${coin}`);
    const indices2 = own.flatMap(({ chain, id }) => indices.get(`${chain}:${id}`) ?? []);
    if (indices2.length > 0) found[coin] = indices2;
  }
  return found;
}

const toCurves = (curves: Record<string, NetCurve>): Record<string, RecordedCurve> =>
  Object.fromEntries(Object.entries(curves).map(([chain, curve]) => [chain, toCurve(curve)]));

/** @throws Error if its timestamps are not regular. */
function toCurve({ timestamp, usd_value_list: points, positions_since: since }: NetCurve): RecordedCurve {
  const [first, second] = points;
  const step = (second?.[0] ?? 0) - (first?.[0] ?? 0);
  const isRegular = points.every(([time], index) => time === timestamp - step * (points.length - 1 - index));
  if (!isRegular) throw new Error("The timestamps of a curve are not equidistant");
  const values = points.map(([, value], index) => (index === points.length - 1 ? value : round(value)));
  return { timestamp, step, values, positionsSince: since ?? null };
}

/** The service adds in any order: the last digits of past sums vary. */
const round = (value: number): number => Number(value.toPrecision(SIGNIFICANT));
