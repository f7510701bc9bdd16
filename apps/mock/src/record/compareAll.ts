import type { RecordedUser, Recording } from "../recorded/recording.ts";
import type { Reader } from "./createReader.ts";
import { maskSimulated, listTransactions } from "./listTransactions.ts";

/** A request whose mock response differs from the recorded service's. */
export interface Difference {
  readonly target: string;
  readonly service: string;
  readonly mock: string;
}

/** Past values are recorded to ten digits. */
const TOLERANCE = 1e-9;

/** Sends equal requests to both, for every recorded owner and operation, and returns the differences. */
export async function compareAll(
  { service, mock }: { service: Reader; mock: Reader },
  recording: Recording,
): Promise<{ readonly compared: number; readonly differences: readonly Difference[] }> {
  const differences: Difference[] = [];
  let compared = 0;
  const compare = async (target: string, oldest = 0): Promise<void> => {
    const [theirs, ours] = await Promise.all([service.request(target), mock.request(target)]);
    if (isOlder(theirs.body, oldest) || (oldest > 0 && isLast(ours.body) && !isLast(theirs.body))) return;
    compared += 1;
    const [wanted, got] = [settle(theirs, target), settle(ours, target)];
    if (!isEquivalent(wanted, got)) differences.push({ target, ...describe(wanted, got) });
  };
  for (const user of recording.users) {
    const oldest = user.history.at(-1)?.time_at;
    for (const target of listUserTargets(recording, user)) await compare(target, oldest);
  }
  for (const target of listTargets(recording)) await compare(target);
  for (const { target, body } of recording.users.flatMap((user) => listTransactions(recording, user))) {
    const [theirs, ours] = await Promise.all([service.request(target, body), mock.request(target, body)]);
    compared += 1;
    const [wanted, got] = [maskSimulated(theirs), maskSimulated(ours)];
    if (!isEquivalent(wanted, got)) {
      differences.push({ target: `${target} ${JSON.stringify(body)}`, ...describe(wanted, got) });
    }
  }
  return { compared, differences };
}

/** Whether a page of history is older than the recording. */
function isOlder(body: unknown, oldest: number): boolean {
  const [page] = Array.isArray(body) ? (body as { history_list?: { time_at: number }[] }[]) : [];
  return (page?.history_list ?? []).some(({ time_at: time }) => time < oldest);
}

function listUserTargets({ catalogue }: Recording, user: RecordedUser): string[] {
  const of = (operation: string, more = "") => `/v1/user/${operation}?id=${user.address}${more}`;
  const slugs = catalogue.reaches.map(({ chain }) => chain);
  const oldest = user.history.at(-1)?.time_at ?? 0;
  const tokens = [...new Set(user.holdings.map(({ id }) => id)), ...user.nfts.map(({ contract_id: id }) => id)];
  const perChain = slugs.flatMap((chain) => [
    ...[
      "chain_balance",
      "complex_protocol_list",
      "simple_protocol_list",
      "token_authorized_list",
      "nft_authorized_list",
    ].map((operation) => of(operation, `&chain_id=${chain}`)),
    ...["token_list", "nft_list"].flatMap((operation) =>
      ["true", "false"].map((isAll) => of(operation, `&chain_id=${chain}&is_all=${isAll}`)),
    ),
    ...["1", "7"].map((days) => of("chain_net_curve", `&chain_id=${chain}&days=${days}`)),
  ]);
  const some = "&chain_ids=eth,base,arb";
  return [
    ...perChain,
    ...["total_balance", "used_chain_list", "complex_app_list"].map((operation) => of(operation)),
    ...[
      "all_token_list",
      "all_nft_list",
      "all_complex_protocol_list",
      "all_simple_protocol_list",
      "total_net_curve",
    ].flatMap((operation) => [of(operation), of(operation, some), of(operation, `${some}&is_all=false`)]),
    ...catalogue.protocols.map(({ id }) => of("protocol", `&protocol_id=${id}`)),
    ...user.holdings.map(({ chain, id }) => of("token", `&chain_id=${chain}&token_id=${id}`)),
    ...["history_list", "all_history_list"].flatMap((operation) => [
      of(operation),
      of(operation, `${some}&page_count=5`),
    ]),
    ...pagesAfter(user).map((more) => of("history_list", more)),
    ...[...new Set(tokens)].map((id) => of("history_list", `&token_id=${id}&page_count=3`)),
    ...Object.keys(user.coins).map((coin) => of("history_list", `&coin_id=${coin}&page_count=3`)),
    of("history_list", `&start_time=${oldest}&chain_id=arb`),
  ];
}

/** Cursors from the first half of the recording: after it the service has more. */
const pagesAfter = ({ history }: RecordedUser): string[] =>
  history.slice(0, history.length / 2).map(({ time_at: time }) => `&start_time=${time}&page_count=2`);

function listTargets({ catalogue }: Recording): string[] {
  const slugs = catalogue.reaches.map(({ chain }) => chain);
  const ofChains = [
    "/v1/protocol/list",
    "/cloud/collection",
    "/cloud/contract",
    "/cloud/protocol/list",
    "/cloud/token",
  ];
  return [
    "/v1/chain/list",
    "/v1/protocol/all_list",
    "/v1/app_protocol/list",
    "/cloud/chain/list",
    "/cloud/chain/list?id=eth",
    "/cloud/token?limit=5&start=60",
    "/cloud/contract",
    "/cloud/collection",
    "/cloud/protocol/list?limit=7&start=2",
    ...slugs.flatMap((chain) => ofChains.map((path) => `${path}?chain_id=${chain}`)),
    ...slugs.map((chain) => `/v1/chain?id=${chain}`),
    ...slugs.map((chain) => `/v1/wallet/gas_market?chain_id=${chain}`),
    ...slugs.map((chain) => `/v1/wallet/gas_market?chain_id=${chain}&custom_price=1000000000000`),
    ...catalogue.protocols.map(({ id }) => `/v1/protocol?id=${id}`),
    ...catalogue.pools.map(({ chain, pool_id: id }) => `/v1/pool?chain_id=${chain}&id=${encodeURIComponent(id)}`),
    ...catalogue.tokens.map(({ token: { chain, id } }) => `/v1/token?chain_id=${chain}&id=${id}`),
    ...catalogue.tokens.map(({ token: { chain, id } }) => `/v1/token/list_by_ids?chain_id=${chain}&ids=${id},eth`),
    "/v1/token/top_holders?chain_id=eth&id=eth&start=2&limit=3",
    "/v1/token/history_price?chain_id=eth&id=eth&date_at=2025-01-20",
    "/v1/token?chain_id=eth&id=nothing",
    "/v1/token?chain_id=arb&id=arb",
  ];
}

/** Whether it is the last page of a history. */
const isLast = (body: unknown): boolean =>
  Array.isArray(body) && (body[0] as { next_cursor?: unknown } | undefined)?.next_cursor === null;

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly chains: string;
}

/** Errors are compared by code. Pools are read from time to time, at their own block. */
function settle({ status, body, chains }: Answer, target: string): object {
  if (status !== 200) return { status, code: (body as { code?: string }).code };
  if (target.startsWith("/v1/pool?")) return { status, body };
  return { status, chains: chains.split(", ").toSorted(), body };
}

function isEquivalent(a: unknown, b: unknown): boolean {
  if (typeof a === "number" && typeof b === "number")
    return Math.abs(a - b) <= TOLERANCE * Math.max(Math.abs(a), Math.abs(b));
  if (!isObject(a) || !isObject(b)) return a === b;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && isEquivalent(a[name], b[name]))
  );
}

/** The first difference of two values. */
function describe(wanted: unknown, got: unknown, at = ""): Omit<Difference, "target"> {
  if (isObject(wanted) && isObject(got)) {
    const names = [...new Set([...Object.keys(wanted), ...Object.keys(got)])];
    const name = names.find((one) => !isEquivalent(wanted[one], got[one])) ?? "";
    return describe(wanted[name], got[name], `${at}/${name}`);
  }
  return { service: `${at} ${print(wanted)}`, mock: `${at} ${print(got)}` };
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

const print = (value: unknown): string => ((JSON.stringify(value) as string | undefined) ?? "nothing").slice(0, 300);
