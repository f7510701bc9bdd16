import { PorticoError, unwrap } from "@portico/client";
import { NATIVE_TOKEN } from "@portico/evm";
import fc from "fast-check";
import { type Address, encodeFunctionData, erc20Abi, type Hex, numberToHex } from "viem";
import type { ChainReader } from "./chainReader.ts";
import { type ChainTruth, readViews } from "./chainTruth.ts";
import { describeApproved, describeTruth, readAllowances } from "./compareApprovals.ts";
import { readApproved, readOperators } from "./compareNftApprovals.ts";
import { type Collector, type Comparison, createCollector } from "./comparison.ts";
import { type HistoryRequest, type Item, walk } from "./historyWalk.ts";
import { listOwners } from "./listOwners.ts";
import { readErc721, readNfts } from "./nftTruth.ts";
import { type PastChain, readPastChain } from "./pastChain.ts";
import type { RunningService } from "./runService.ts";

/** Random owners at random blocks of a chain. */
export interface PastSample {
  readonly seed: number;
  /** Of each chain. */
  readonly count: number;
  /** Default: listOwners. */
  readonly owners?: readonly Address[];
  /** Default: FIRST_BLOCK. */
  readonly from?: number;
}

/** At the block before it, the devnet has the creation code of its Multicall3 instead of the contract. */
const FIRST_BLOCK = 2;

interface PastRequest {
  readonly id: Address;
  readonly block: number;
}

export function samplePast(
  { devnet }: RunningService,
  truth: ChainTruth,
  past: PastChain,
  { seed, count, owners = listOwners(devnet, truth), from = FIRST_BLOCK }: PastSample,
): PastRequest[] {
  const request = fc.record({
    id: fc.constantFrom(...owners),
    block: fc.integer({ min: from, max: past.blocks.length - 1 }),
  });
  return fc.sample(request, { seed, numRuns: count });
}

/** Token lists at past blocks, where half of the requests name a time: all balances are those that the node has. */
export async function comparePastBalances(
  service: RunningService,
  truths: ReadonlyMap<string, ChainTruth>,
  sample: PastSample,
): Promise<Comparison> {
  const collector = createCollector();
  for (const [chain, truth] of truths) {
    const past = await readPastChain(truth.reader);
    const requests = samplePast(service, truth, past, sample);
    const tokens = listComparable(truth);
    const expected = await readExpected(truth.reader, requests, tokens);
    for (const [index, request] of requests.entries()) {
      const ours = await readBalances(service, chain, { ...request, past, isByTime: index % 2 === 1 }, collector);
      const theirs = new Map(tokens.map((token, nth) => [token, expected[index]?.[nth] ?? 0n]));
      for (const [token, rawAmount] of theirs) {
        collector.compare(`${chain} ${request.id} at ${request.block}: ${token}`, ours.get(token) ?? 0n, rawAmount);
      }
    }
  }
  return collector.finish();
}

/** Single tokens at past blocks, without a node: what the ledger knows is what the node has. */
export async function comparePastLedgers(
  { client, ...service }: RunningService,
  truths: ReadonlyMap<string, ChainTruth>,
  sample: PastSample,
): Promise<Comparison & { readonly unknown: number }> {
  const collector = createCollector();
  let unknown = 0;
  for (const [chain, truth] of truths) {
    const past = await readPastChain(truth.reader);
    const requests = samplePast({ client, ...service }, truth, past, sample);
    const tokens = listComparable(truth);
    const expected = await readExpected(truth.reader, requests, tokens);
    for (const [index, { id, block }] of requests.entries()) {
      for (const [nth, token] of tokens.entries()) {
        const rawAmount = expected[index]?.[nth] ?? 0n;
        if (rawAmount === 0n && nth % 8 !== index % 8) continue; // most are zero
        const query = { id, chain_id: chain, token_id: token === NATIVE_TOKEN ? chain : token, block };
        const ours = await unwrap(client.GET("/v1/user/token", { params: { query } })).catch((error: unknown) => {
          if (error instanceof PorticoError && error.code === "block_unavailable") return undefined;
          throw error;
        });
        if (ours === undefined) unknown += 1;
        else collector.compare(`${chain} ${id} at ${block}: ${token}`, ours.raw_amount, rawAmount);
      }
    }
  }
  return { ...collector.finish(), unknown };
}

/** Except tokens that return a balance for every address, and have one only for those that they were sent to. */
const listComparable = ({ tokens, generous }: ChainTruth): Address[] => [
  NATIVE_TOKEN,
  ...tokens.filter((token) => !generous.has(token)),
];

interface TimedRequest extends PastRequest {
  readonly past: PastChain;
  readonly isByTime: boolean;
}

async function readBalances(
  { client }: RunningService,
  chain: string,
  { id, block, past, isByTime }: TimedRequest,
  { compare }: Collector,
): Promise<Map<Address, bigint>> {
  const timeAt = past.blocks[block]?.timeAt ?? 0;
  const isUnique = past.findBlock(timeAt)?.number === block;
  const point = isByTime && isUnique ? { time_at: timeAt } : { block };
  const request = client.GET("/v1/user/token_list", { params: { query: { id, chain_id: chain, ...point } } });
  const tokens = await unwrap(request);
  const header = (await request).response.headers.get("portico-chains") ?? "";
  compare(`${chain} ${id} at ${block}: header`, header.split(";").slice(0, 3), [
    chain,
    `block=${block}`,
    `time=${timeAt}`,
  ]);
  return new Map(tokens.map((token) => [token.id === chain ? NATIVE_TOKEN : (token.id as Address), token.raw_amount]));
}

/** By direct calls, in the order of the requests and tokens; 0 if a call fails. */
async function readExpected(
  reader: ChainReader,
  requests: readonly PastRequest[],
  tokens: readonly Address[],
): Promise<bigint[][]> {
  return await Promise.all(
    requests.map(async ({ id, block }) => {
      const tag = numberToHex(block);
      const native = BigInt(await reader.request<Hex>("eth_getBalance", [id, tag]));
      const data = encodeFunctionData({ abi: erc20Abi, functionName: "balanceOf", args: [id] });
      const answers = await reader.callMany(
        tokens.filter((token) => token !== NATIVE_TOKEN).map((to) => ({ to, data })),
        { block: tag },
      );
      return [
        native,
        ...answers.map((answer) => (answer === undefined || answer.length < 66 ? 0n : BigInt(answer.slice(0, 66)))),
      ];
    }),
  );
}

/** NFT lists at past blocks: every id that ever appeared in a transfer has the amount that the node has. */
export async function comparePastNfts(
  service: RunningService,
  truths: ReadonlyMap<string, ChainTruth>,
  sample: PastSample,
): Promise<Comparison> {
  const collector = createCollector();
  for (const [chain, truth] of truths) {
    const past = await readPastChain(truth.reader);
    for (const { id, block } of samplePast(service, truth, past, sample)) {
      const query = { id, chain_id: chain, block };
      const list = await unwrap(service.client.GET("/v1/user/nft_list", { params: { query } }));
      const ours = new Map(list.map(({ contract_id, inner_id, amount }) => [`${contract_id} ${inner_id}`, amount]));
      const holdings = await readNfts(pinTruth(truth, block), [id]);
      const theirs = new Map([...(holdings.get(id) ?? [])].map(([key, { amount }]) => [key, Number(amount)]));
      collector.compareMaps(`${chain} ${id} at ${block}`, ours, theirs);
    }
  }
  return collector.finish();
}

/** Allowances at past blocks: of each approval that was ever logged, what the contracts allowed then. */
export async function comparePastApprovals(
  service: RunningService,
  truths: ReadonlyMap<string, ChainTruth>,
  sample: PastSample,
): Promise<Comparison> {
  const collector = createCollector();
  for (const [chain, truth] of truths) {
    const past = await readPastChain(truth.reader);
    for (const { id, block } of samplePast(service, truth, past, sample)) {
      const query = { id, chain_id: chain, block };
      const list = await unwrap(service.client.GET("/v1/user/token_authorized_list", { params: { query } }));
      const own = { ...truth.history, approvals: truth.history.approvals.filter(({ owner }) => owner === id) };
      const timeAt = past.blocks[block]?.timeAt ?? 0;
      const pinned = { ...pinTruth(truth, block), history: own, timeAt };
      const theirs = new Map<string, unknown>();
      for (const [token, allowances] of Map.groupBy(await readAllowances(pinned), (allowance) => allowance.token)) {
        theirs.set(token, withoutTimes(await describeTruth(pinned, id, allowances)));
      }
      const ours = new Map(list.map((item) => [item.id, withoutTimes(describeApproved(item))]));
      collector.compareMaps(`${chain} ${id} at ${block}`, ours, theirs);
    }
  }
  return collector.finish();
}

/** NFT approvals at past blocks: of single NFTs that have `getApproved`, and of whole contracts. */
export async function comparePastNftApprovals(
  service: RunningService,
  truths: ReadonlyMap<string, ChainTruth>,
  sample: PastSample,
): Promise<Comparison> {
  const collector = createCollector();
  for (const [chain, truth] of truths) {
    const past = await readPastChain(truth.reader);
    const unlogged = { ...truth, history: { ...truth.history, nftApprovals: new Map<string, Address>() } };
    const approvable = await listApprovable(truth);
    for (const { id, block } of samplePast(service, truth, past, sample)) {
      const query = { id, chain_id: chain, block };
      const [answer] = await unwrap(service.client.GET("/v1/user/nft_authorized_list", { params: { query } }));
      const pinned = pinTruth(unlogged, block);
      const [held, approved] = [(await readNfts(pinned, [id])).get(id), await readApproved(pinned)];
      const theirTokens = [...(held?.keys() ?? [])].flatMap((key) => {
        const spender = approved.get(key);
        return spender === undefined ? [] : [`${key} ${spender}`];
      });
      const ourTokens = answer?.tokens.flatMap(({ contract_id, inner_id, spenders }) =>
        approvable.has(contract_id) ? spenders.map((spender) => `${contract_id} ${inner_id} ${spender.id}`) : [],
      );
      const who = `${chain} ${id} at ${block}`;
      collector.compare(`${who} tokens`, ourTokens?.toSorted(), theirTokens.toSorted());
      const operators = (await readOperators(pinned)).filter(({ owner }) => owner === id);
      const theirContracts = operators.map(({ contract, operator }) => `${contract} ${operator}`);
      const ourContracts = answer?.contracts.flatMap(({ contract_id: contract, spenders }) =>
        spenders.map((spender) => `${contract} ${spender.id}`),
      );
      collector.compare(`${who} contracts`, ourContracts?.toSorted(), theirContracts.toSorted());
      collector.compare(`${who} total`, answer?.total, String(held?.size ?? 0));
      collector.count(theirTokens.length + theirContracts.length);
    }
  }
  return collector.finish();
}

/** Contracts that have `getApproved` for one of their NFTs. */
async function listApprovable(truth: ChainTruth): Promise<ReadonlySet<string>> {
  const nfts = await readErc721(truth);
  const calls = nfts.map(({ contract, id }) => ({ to: contract, args: [id] }));
  const answers = await truth.read<Address>("getApproved", calls);
  return new Set(nfts.flatMap(({ contract }, index) => (answers[index] === undefined ? [] : [contract])));
}

const withoutTimes = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, part: unknown) => (key === "last_approve_at" ? undefined : part)));

/** Histories until past blocks: the transactions of the whole one that are in these blocks. */
export async function comparePastHistories(
  service: RunningService,
  truths: ReadonlyMap<string, ChainTruth>,
  sample: PastSample,
): Promise<Comparison> {
  const collector = createCollector();
  for (const [chain, truth] of truths) {
    const past = await readPastChain(truth.reader);
    const requests = samplePast(service, truth, past, sample);
    const whole = new Map<Address, Item[]>();
    for (const id of new Set(requests.map((request) => request.id))) {
      whole.set(id, await listItems(service, { id, chain }));
    }
    for (const { id, block } of requests) {
      const until = past.blocks[block]?.timeAt ?? 0; // the devnet has one block a second at most
      const ours = await listItems(service, { id, chain, block, count: 7 });
      collector.compare(
        `${chain} ${id} until ${block}`,
        ours,
        whole.get(id)?.filter(({ time_at: timeAt }) => timeAt <= until),
      );
      collector.count(ours.length);
    }
  }
  return collector.finish();
}

const listItems = async ({ client }: RunningService, query: HistoryRequest): Promise<Item[]> =>
  (await walk(client, query, "cursor")).flat().map(({ item }) => item);

/** The same chain, whose view calls are made after an earlier block. */
const pinTruth = (truth: ChainTruth, block: number): ChainTruth => ({
  ...truth,
  read: (functionName, calls) => readViews(truth.reader, functionName, calls, { block: numberToHex(block) }),
});
