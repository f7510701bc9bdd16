/** Protocol positions: every figure is what the contracts would pay out, and every sum adds up these figures. */
import { type UserProtocol, unwrap } from "@portico/client";
import { isDevnetChain, untilMined } from "@portico/devnet";
import { type Address, createPublicClient, http } from "viem";
import { sendTransaction } from "viem/actions";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Collector, type Comparison, compareUntilEqual, createCollector } from "./comparison.ts";
import { type PositionAmounts, type OwnerPositions, readPositions } from "./positionTruth.ts";
import { type RunningService, runService } from "./runService.ts";
import { readChains } from "./chainTruth.ts";
import { compareProtocolHolders } from "./compareProtocolHolders.ts";
import {
  comparePastApprovals,
  comparePastBalances,
  comparePastNftApprovals,
  comparePastNfts,
  samplePast,
} from "./comparePast.ts";
import { readPastChain } from "./pastChain.ts";
import { testTransactions } from "./transactionTests.ts";
import { startCountingProxy, type CountingProxy } from "./countingProxy.ts";

const SETTLING = { timeout: 20_000, interval: 200 };

let service: RunningService;
const proxies = new Map<string, CountingProxy>();

beforeAll(async () => {
  service = await runService(
    41,
    { people: 6, transactions: 200, days: 3 },
    {
      recordActions: true,
      listPositionUrls: async (chain, rpcUrl) => {
        const proxy = await startCountingProxy(rpcUrl);
        proxies.set(chain, proxy);
        return [proxy.url];
      },
    },
  );
  await service.catchUp();
  await service.waitForTokenMetadata();
});
afterAll(async () => {
  await service.stop();
  for (const proxy of proxies.values()) await proxy.stop();
});

const takeRequests = (): number => [...proxies.values()].reduce((sum, proxy) => sum + proxy.take(), 0);

async function listProtocols(id: string, chain: string, block?: number): Promise<UserProtocol[]> {
  const query = { id, chain_id: chain, ...(block !== undefined && { block }) };
  return unwrap(service.client.GET("/v1/user/complex_protocol_list", { params: { query } }));
}

/**
 * The simple list is the complex one without its items; a protocol's `tvl` may be computed between the two requests.
 */
async function listBothWays(id: string, chain: string): Promise<UserProtocol[]> {
  const query = { id, chain_id: chain };
  return vi.waitFor(async () => {
    const protocols = await listProtocols(id, chain);
    const simple = await unwrap(service.client.GET("/v1/user/simple_protocol_list", { params: { query } }));
    expect(simple).toEqual(protocols.map(({ portfolio_item_list: _items, ...protocol }) => protocol));
    return protocols;
  }, SETTLING);
}

/** Converts responses to `OwnerPositions`: by controller, and by number for an NFT's position. */
function toPositions(protocols: readonly UserProtocol[]): OwnerPositions {
  const positions: OwnerPositions = new Map();
  for (const { portfolio_item_list: items } of protocols) {
    for (const { pool, position_index: number, asset_dict: amounts = {}, detail } of items) {
      const health = "health_rate" in detail ? { health: detail.health_rate ?? null } : {};
      positions.set(number ?? pool?.id ?? "", { amounts: new Map(Object.entries(amounts)), ...health });
    }
  }
  return positions;
}

function comparePositions(
  { compare, compareNear }: Collector,
  who: string,
  ours: OwnerPositions,
  theirs: OwnerPositions,
): void {
  compare(`${who} places`, [...ours.keys()].toSorted(), [...theirs.keys()].toSorted());
  for (const [key, location] of theirs) comparePosition(key, ours.get(key), location);

  function comparePosition(key: string, our: PositionAmounts | undefined, their: PositionAmounts): void {
    for (const [token, amount] of their.amounts)
      compareNear(`${who} ${key} ${token}`, our?.amounts.get(token) ?? 0, amount);
    if (their.health !== undefined) compareNear(`${who} ${key} health`, our?.health ?? 0, their.health ?? 0);
  }
}

async function compareWithContracts(): Promise<Comparison> {
  const collector = createCollector();
  for (const [chain, { rpcUrl }] of Object.entries(service.devnet.chains)) {
    if (!isDevnetChain(chain)) continue;
    for (const id of service.devnet.users) {
      const theirs = await readPositions(rpcUrl, chain, id.toLowerCase() as Address);
      comparePositions(collector, `${chain} ${id}`, toPositions(await listProtocols(id, chain)), theirs);
    }
  }
  return collector.finish();
}

test("every position is what the contracts would pay out at the block of the response", async () => {
  const { compared, differences } = await compareUntilEqual(compareWithContracts);
  console.log(`${compared} figures of positions, ${differences.length} differ`);
  expect(differences).toEqual([]);
  expect(compared).toBeGreaterThan(40);
});

test("a protocol's depositors have what its contracts say, and nobody is missing", async () => {
  const { compared, differences } = await compareUntilEqual(() => compareProtocolHolders(service));
  console.log(`${compared} figures of depositors, ${differences.length} differ`);
  expect(differences).toEqual([]);
  expect(compared).toBeGreaterThan(6);
});

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

test("items add up to protocols, protocols and wallet to chains, chains to the total, and nothing is counted twice", async () => {
  const { client, devnet } = service;
  for (const id of devnet.users) {
    const total = await unwrap(client.GET("/v1/user/total_balance", { params: { query: { id } } }));
    expect(total.err_chain_ids).toBeUndefined();
    expect(total.err_protocol_ids).toBeUndefined();
    for (const { id: chain, usd_value: usdValue } of total.chain_list) {
      const query = { id, chain_id: chain };
      const protocols = await listBothWays(id, chain);
      for (const { portfolio_item_list: items, ...protocol } of protocols) {
        expect(protocol.asset_usd_value).toBeCloseTo(sum(items.map(({ stats }) => stats.asset_usd_value)), 6);
        expect(protocol.net_usd_value).toBeCloseTo(sum(items.map(({ stats }) => stats.net_usd_value)), 6);
        for (const { stats, asset_token_list: assets = [] } of items) {
          expect(sum(assets.map(({ amount, price }) => amount * price))).toBeCloseTo(stats.net_usd_value, 6);
        }
      }
      const wallet = await unwrap(
        client.GET("/v1/user/token_list", { params: { query: { ...query, is_all: false } } }),
      );
      const all = await unwrap(client.GET("/v1/user/token_list", { params: { query } }));
      const derived = all.filter(({ is_wallet: isWallet }) => !isWallet);
      expect(all.filter(({ is_wallet: isWallet }) => isWallet)).toEqual(wallet);
      expect(derived.map(({ protocol_id: protocol }) => protocol)).not.toContain("");
      const worth =
        sum(wallet.map(({ usd_value: usd }) => usd ?? 0)) + sum(protocols.map(({ net_usd_value: usd }) => usd));
      expect(usdValue).toBeCloseTo(worth, 6);
    }
    expect(total.total_usd_value).toBeCloseTo(sum(total.chain_list.map(({ usd_value: usd }) => usd)), 6);
  }
});

test("the demo owner's positions in many protocols cost few requests to the node, and none when nothing changed", async () => {
  const request = async () => {
    const query = { id: service.devnet.demoOwner, chain_ids: ["eth"] };
    const protocols = await unwrap(service.client.GET("/v1/user/all_complex_protocol_list", { params: { query } }));
    return protocols.map(({ tvl: _tvl, ...protocol }) => protocol); // a new block may cause all pools to be read again
  };
  const client = createPublicClient({ transport: http(service.devnet.chains.eth?.rpcUrl) });
  const [account, to] = [service.devnet.demoOwner, service.devnet.users[1]!];
  await untilMined(client, await sendTransaction(client, { account, to, value: 1n, chain: null }));
  await service.catchUp(); // positions that were read before a transaction of the owner are read again
  takeRequests();
  const protocols = await request();
  const cold = takeRequests();
  expect(cold).toBeGreaterThan(0);
  expect(cold).toBeLessThanOrEqual(4);
  expect(await request()).toEqual(protocols);
  expect(takeRequests()).toBe(0);
  const items = protocols.flatMap(({ portfolio_item_list: list }) => list);
  console.log(`${items.length} positions in ${protocols.length} protocols: ${cold} requests`);
  expect(protocols.length).toBeGreaterThan(5);
});

test("balances, NFTs and approvals of random owners at random past blocks are those that the node has", async () => {
  await service.catchUp();
  const truths = await readChains(service.devnet);
  const sample = { seed: 5, count: 12 };
  const balances = await comparePastBalances(service, truths, sample);
  const owners = service.devnet.users.map((owner) => owner.toLowerCase() as Address);
  const nfts = await comparePastNfts(service, truths, { ...sample, owners, from: 60 });
  const approvals = await comparePastApprovals(service, truths, { ...sample, owners });
  const nftApprovals = await comparePastNftApprovals(service, truths, { ...sample, owners, from: 60 });
  const parts = [balances, nfts, approvals, nftApprovals];
  const differences = parts.flatMap((part) => part.differences);
  const counts = `${balances.compared} past balances, ${nfts.compared} NFTs, ${approvals.compared} approvals, ${nftApprovals.compared} of NFTs`;
  console.log(`${counts}, ${differences.length} differ`);
  expect(differences).toEqual([]);
  expect(balances.compared).toBeGreaterThan(500);
  expect(nfts.compared).toBeGreaterThan(50);
  expect(approvals.compared).toBeGreaterThan(10);
  expect(nftApprovals.compared).toBeGreaterThan(72); // three for each request, and the approvals
});

test("positions of random owners at random past blocks are what the contracts would have paid out", async () => {
  const collector = createCollector();
  for (const [chain, truth] of await readChains(service.devnet)) {
    if (!isDevnetChain(chain)) continue;
    const past = await readPastChain(truth.reader);
    const from = Math.ceil(past.blocks.length / 2); // the contracts are deployed before
    const owners = service.devnet.users.map((owner) => owner.toLowerCase() as Address);
    for (const { id, block } of samplePast(service, truth, past, { seed: 6, count: 12, owners, from })) {
      const theirs = await readPositions(service.devnet.chains[chain]!.rpcUrl, chain, id, block);
      comparePositions(
        collector,
        `${chain} ${id} at ${block}`,
        toPositions(await listProtocols(id, chain, block)),
        theirs,
      );
    }
  }
  const { compared, differences } = collector.finish();
  console.log(`${compared} figures of past positions, ${differences.length} differ`);
  expect(differences).toEqual([]);
  expect(compared).toBeGreaterThan(30);
});

testTransactions(() => service);
