import { type ExplainTx, unwrap } from "@portico/client";
import type { ScenarioTransaction } from "@portico/devnet";
import { type Address, decodeFunctionData, toFunctionSelector, zeroAddress } from "viem";
import { type Collector, type Comparison, createCollector } from "./comparison.ts";
import type { PastWorld } from "./compareHistory.ts";
import type { Item } from "./historyWalk.ts";
import { actionAbi } from "./actionAbi.ts";
import { actionMeanings, UNKNOWN } from "./actionMeanings.ts";
import { amountText, nftText } from "./meaning.ts";
import type { PastTransaction } from "./historyTruth.ts";
import type { RunningService } from "./runService.ts";

type TxAction = ExplainTx["actions"][number];

export interface ActionPlan {
  /** Maximum per kind and function. */
  each: number;
  /** Default: the devnet's. */
  transactions?: readonly ScenarioTransaction[];
  /** Senders whose history is compared as well; default: all. */
  isNamed?: (from: Address) => boolean;
}

/** Compares the service's explanations of the scenario's transactions with their intended actions. */
export async function compareActions(
  service: RunningService,
  world: PastWorld,
  { each, transactions = service.devnet.listActions(), isNamed = () => true }: ActionPlan,
): Promise<Comparison> {
  const collector = createCollector();
  const mined = findMined(world);
  const readItem = createItemReader(service);
  for (const step of pickActions(transactions, each)) {
    const transaction = mined.get(toKey(step.chain, step.from, step.nonce));
    const read = actionMeanings[step.action];
    if (transaction === undefined || read === undefined) {
      collector.compare(`"${step.action}"`, read === undefined ? "without a meaning" : "was not mined", "");
      continue;
    }
    const { category, actions } = read(step);
    const what = `"${step.action}" ${step.data.slice(0, 10)} ${step.chain} ${transaction.hash}`;
    if (category === UNKNOWN) continue;
    const name = await compareExplanation(collector, what, service, { action: step, hash: transaction.hash, actions });
    if (!isNamed(step.from)) continue;
    const item = await readItem(step, transaction);
    collector.compare(`${what} category`, item?.category, category || nameByMoves(step, transaction));
    collector.compare(`${what} cate_id`, item?.cate_id, toCateId(item?.category ?? ""));
    collector.compare(`${what} name`, item?.tx.name, name);
    collector.compare(`${what} status`, item?.tx.status, transaction.isSuccess ? 1 : 0);
  }
  return collector.finish();
}

const toKey = (chain: string, from: string, nonce: number): string => `${chain} ${from.toLowerCase()} ${nonce}`;

const findMined = ({ chains }: PastWorld): ReadonlyMap<string, PastTransaction> =>
  new Map(
    [...chains].flatMap(([chain, { transactions }]) =>
      transactions.map((transaction) => [toKey(chain, transaction.from, transaction.nonce), transaction] as const),
    ),
  );

/** The last ones of each kind and function: the longer the history, the more can be misread. */
function pickActions(transactions: readonly ScenarioTransaction[], each: number): ScenarioTransaction[] {
  const groups = Map.groupBy(
    transactions,
    ({ action: step, to, data }) => `${step} ${to === undefined ? "" : data.slice(0, 10)}`,
  );
  return [...groups.values()].flatMap((group) => group.slice(-each));
}

/** Reads the history page of an owner at a given second, cached. */
function createItemReader({ client }: RunningService) {
  const pages = new Map<string, Promise<readonly Item[]>>();
  const request = async (id: Address, chain: string, timeAt: number): Promise<readonly Item[]> => {
    const query = { id, chain_id: chain, start_time: timeAt + 1, page_count: 1 };
    const [page] = await unwrap(client.GET("/v1/user/history_list", { params: { query } }));
    return page?.history_list ?? [];
  };
  return async ({ from, chain }: ScenarioTransaction, { timeAt, hash }: PastTransaction): Promise<Item | undefined> => {
    const key = `${from} ${chain} ${timeAt}`;
    const page = pages.get(key) ?? request(from, chain, timeAt);
    pages.set(key, page);
    return (await page).find(({ id }) => id === hash);
  };
}

/**
 * The category of a transaction with an unknown function, from its net transfers for the sender; a plain payment to a
 * contract has none.
 */
function nameByMoves({ from }: ScenarioTransaction, { moves, isSuccess }: PastTransaction): string {
  const id = from.toLowerCase();
  const own = isSuccess ? moves.filter((move) => move.from !== move.to && (move.from === id || move.to === id)) : [];
  const assets = [...Map.groupBy(own, ({ asset }) => asset)].map(([asset, group]) => ({
    isNft: asset.includes(" "),
    isFromZero: group.every(({ from: giver, to }) => giver === zeroAddress || to === zeroAddress),
    change: group.reduce((sum, { to, rawAmount }) => sum + (to === id ? rawAmount : -rawAmount), 0n),
  }));
  const [gains, losses] = [assets.filter(({ change }) => change > 0n), assets.filter(({ change }) => change < 0n)];
  if (gains.length > 0 && losses.length > 0) return gains.some(({ isNft }) => isNft) ? "trade_nft" : "swap";
  if (gains.length > 0 && gains.every(({ isFromZero }) => isFromZero)) return "mint";
  return losses.length > 0 && losses.every(({ isFromZero }) => isFromZero) ? "burn" : "";
}

/** "" if the ABI has no such function. */
function nameFunction({ data }: ScenarioTransaction): string {
  try {
    return decodeFunctionData({ abi: actionAbi, data }).functionName;
  } catch {
    return "";
  }
}

const toCateId = (category: string): string =>
  ({ send: "send", receive: "receive", approve: "approve", revoke: "approve", cancel: "cancel" })[category] ?? "";

interface Explained {
  action: ScenarioTransaction;
  hash: string;
  actions: readonly string[];
}

/** Compares the explanation of the transaction. @returns the name of its function, which history must show as well. */
async function compareExplanation(
  { compare }: Collector,
  what: string,
  { client }: RunningService,
  { action: step, hash, actions }: Explained,
): Promise<string> {
  const mined = await client.POST("/v1/wallet/explain_tx", { body: { chain_id: step.chain, tx_id: hash } });
  const own = (mined.data?.actions ?? []).map((action) => describeAction(step.chain, action));
  compare(`${what} explained`, own.length === 0 ? mined.error : own, actions);
  const selector = step.to === undefined || step.data === "0x" ? "" : step.data.slice(0, 10);
  const name = mined.data?.abi?.func ?? selector;
  const signature = mined.data?.abi?.signature;
  const isNamed = signature !== undefined && toFunctionSelector(signature) === selector;
  compare(`${what} function`, isNamed || [selector, nameFunction(step)].includes(name), true);
  return name;
}

interface TokenResponse {
  id: string;
  raw_amount_str: string;
}

const tokenText = (chain: string, { id, raw_amount_str: rawAmount }: TokenResponse): string =>
  amountText(id === chain ? "native" : id, BigInt(rawAmount));
const listText = (chain: string, tokens: readonly TokenResponse[] = []): string =>
  tokens.length === 0 ? "nothing" : tokens.map((token) => tokenText(chain, token)).join(" + ");

/** One line for each action, in the format of actionMeanings.ts. */
function describeAction(chain: string, action: TxAction): string {
  switch (action.type) {
    case "send_token":
      return `send ${action.from_addr} to ${action.to_addr}: ${tokenText(chain, action.token)}`;
    case "send_nft": {
      const { contract_id: contract, inner_id: id, amount } = action.nft;
      return `send nft ${action.from_addr} to ${action.to_addr}: ${nftText(contract, id === "" ? "" : BigInt(id), BigInt(amount))}`;
    }
    case "approve_token":
      return `approve ${action.owner} to ${action.spender.id}: ${tokenText(chain, action.token)}`;
    case "revoke_token_approval":
      return `revoke ${action.owner} to ${action.spender.id}: ${tokenText(chain, action.token)}`;
    case "approve_nft":
    case "revoke_nft_approval":
      return `${action.type === "approve_nft" ? "approve" : "revoke"} nft ${action.owner} to ${action.spender.id}: ${action.nft.contract_id} ${action.nft.inner_id}`;
    case "approve_nft_collection":
    case "revoke_nft_collection_approval":
      return `${action.type === "approve_nft_collection" ? "approve" : "revoke"} collection ${action.owner} to ${action.spender.id}: ${action.collection.id.replace(`${chain}:`, "")}`;
    case "cancel_tx":
      return `cancel ${action.from_addr}`;
    case "deploy_contract":
      return `deploy ${action.from_addr}`;
    case "call":
    default: {
      const { from_addr: from, to_addr: to, category, send_token_list: sends, receive_token_list: receives } = action;
      return `call ${from} to ${to} "${category}": ${listText(chain, sends)} for ${listText(chain, receives)}`;
    }
  }
}
