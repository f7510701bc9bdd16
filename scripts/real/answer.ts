import type { ExplainTx, HistoryItem, HistoryNft, Token, UserHistory } from "@portico/contract";
import { chains, getChain } from "@portico/evm";
import type { RealTransaction } from "./realTransaction.ts";

/** What the service said of a transaction to one owner, from its HTTP answers alone. */
export interface Answer {
  /** Slug. */
  chain: string;
  hash: string;
  owner: string;
  /** Base units by `native`, token, or `token/id`; without the fee. */
  net: Record<string, string>;
  /** Wei; null: unknown. */
  fee: string | null;
  /** `category`; "" if unknown, or if the owner's history doesn't have the transaction. */
  kind: string;
  /** Ids without their chain, and names; the most certain first. */
  protocols: string[];
  /** Canonical signature. */
  function: string | null;
  summary: string;
  /** Other side of a transfer between chains: chain, hash if known, proof. */
  counterpart: string | null;
  /** Of the slower request. */
  ms: number;
  error?: string;
}

/** Sends a request to the service and returns its JSON, with integers as the service wrote them. */
export interface RealService {
  readonly get: (path: string) => Promise<unknown>;
  readonly post: (path: string, body: object) => Promise<unknown>;
}

/** Slug of the chain with this EIP-155 number. @throws Error if there is none. */
export function slugOf(chainId: number): string {
  const chain = chains.find((one) => one.chainId === chainId);
  if (chain === undefined) throw new Error(`No chain has the number ${chainId}`);
  return chain.slug;
}

/** Never throws: a failure is the answer's `error`. */
export async function answerView(service: RealService, transaction: RealTransaction, owner: string): Promise<Answer> {
  const chain = slugOf(transaction.chain);
  const { hash } = transaction.tx;
  const none = {
    chain,
    hash,
    owner,
    net: {},
    fee: null,
    kind: "",
    protocols: [],
    function: null,
    summary: "",
    counterpart: null,
    ms: 0,
  };
  try {
    const [history, historyMs] = await timed(() => readHistory(service, transaction, owner));
    const [explained, explainMs] = await timed(
      () => service.post("/v1/wallet/explain_tx", { chain_id: chain, tx_id: hash }) as Promise<ExplainTx>,
    );
    const ms = Math.max(historyMs, explainMs);
    const called = explained.abi?.signature ?? null;
    if (history === undefined) return { ...none, function: called, ms };
    const { item, page } = history;
    return {
      ...none,
      net: netOf(item, page),
      fee: item.tx.raw_gas_fee === null || item.tx.raw_gas_fee === undefined ? null : String(item.tx.raw_gas_fee),
      kind: item.category ?? "",
      protocols: (item.protocols ?? []).flatMap(({ id, name }) => [id.replace(new RegExp(`^${chain}_`), ""), name]),
      function: item.tx.signature ?? null,
      summary: item.summary ?? "",
      counterpart: nameCounterpart(item),
      ms,
    };
  } catch (error) {
    return { ...none, error: String(error) };
  }
}

const nameCounterpart = ({ counterpart: other }: HistoryItem): string | null =>
  other ? [other.chain, other.id, other.proof].filter((part) => part !== null).join(" ") : null;

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const start = performance.now();
  const result = await work();
  return [result, performance.now() - start];
}

type FoundItem = { item: HistoryItem; page: UserHistory };

/** The page that begins with the second of the transaction. */
async function readHistory(
  service: RealService,
  { tx, time, chain }: RealTransaction,
  owner: string,
): Promise<FoundItem | undefined> {
  const query = new URLSearchParams({
    id: owner,
    chain_id: slugOf(chain),
    start_time: String(time + 1),
    page_count: "20",
  });
  const [page] = (await service.get(`/v1/user/history_list?${query.toString()}`)) as UserHistory[];
  const item = page?.history_list.find(({ id }) => id === tx.hash);
  return page === undefined || item === undefined ? undefined : { item, page };
}

function netOf({ sends, receives, chain }: HistoryItem, { token_dict: tokens }: UserHistory): Record<string, string> {
  const sums = new Map<string, bigint>();
  const add = (id: string, rawAmount: bigint) => {
    const asset = nameAsset(chain ?? "", tokens[`${chain}_token:${id}`] ?? tokens[id], id);
    sums.set(asset, (sums.get(asset) ?? 0n) + rawAmount);
  };
  for (const { token_id, raw_amount = 0 } of receives) add(token_id, BigInt(raw_amount));
  for (const { token_id, raw_amount = 0 } of sends) add(token_id, -BigInt(raw_amount));
  return Object.fromEntries([...sums].filter(([, sum]) => sum !== 0n).map(([asset, sum]) => [asset, String(sum)]));
}

function nameAsset(chain: string, asset: HistoryNft | Token | undefined, id: string): string {
  if (asset !== undefined && "inner_id" in asset) return `${asset.contract_id}/${asset.inner_id}`;
  return id === getChain(chain).native.id ? "native" : id;
}
