/** The central promise: the service's responses match the chain. Nothing is mocked. */
import { unwrap } from "@portico/client";
import { NATIVE_TOKEN } from "@portico/evm";
import type { Address } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compareAll, type Compared } from "./compareAll.ts";
import { readChains } from "./chainTruth.ts";
import { comparePastHistories, comparePastLedgers, comparePastNfts } from "./comparePast.ts";
import { type RunningService, runService } from "./runService.ts";
import { testSecondOpinion } from "./secondOpinion.ts";

const isLong = process.env["PORTICO_TEST_LONG"] === "1";
const scenarios = [
  { seed: 1, size: { people: 12, transactions: 360 } },
  ...(isLong ? [{ seed: 77, size: { people: 10, transactions: 200 } }] : []),
];

/** A comparison with fewer figures has omitted something. */
const AT_LEAST: Record<keyof Compared, number> = {
  balances: 1_800,
  holders: 400,
  nfts: 70,
  approvals: 100,
  "nft approvals": 14,
  "token facts": 350,
};

describe.each(scenarios)("scenario $seed", ({ seed, size }) => {
  let service: RunningService;
  let compared: Compared;
  beforeAll(async () => {
    service = await runService(seed, size);
    compared = await compareAll(service, `scenario ${seed}`);
  });
  afterAll(() => service.stop());

  test.each(Object.keys(AT_LEAST) as (keyof Compared)[])("all %s are the chain's own, to the last unit", (name) => {
    expect(compared[name].differences).toEqual([]);
    expect(compared[name].compared).toBeGreaterThan(AT_LEAST[name]);
  });

  test("totals are the sums of the lists", async () => {
    const { devnet, client } = service;
    for (const id of devnet.users.slice(0, 5)) {
      const all = await unwrap(client.GET("/v1/user/all_token_list", { params: { query: { id } } }));
      const total = await unwrap(client.GET("/v1/user/total_balance", { params: { query: { id } } }));
      const own = all.filter(({ is_wallet: isWallet }) => isWallet); // no position is read here
      const sum = own.reduce((usd, { amount, price }) => usd + amount * price, 0);
      expect(total.total_usd_value).toBeCloseTo(sum, 4);
      for (const chain of total.chain_list) {
        const query = { id, chain_id: chain.id };
        const { usd_value } = await unwrap(client.GET("/v1/user/chain_balance", { params: { query } }));
        expect(usd_value).toBe(chain.usd_value);
      }
      expect(total.chain_list.reduce((usd, { usd_value }) => usd + usd_value, 0)).toBeCloseTo(total.total_usd_value, 4);
    }
  });

  test("a single token equals its entry in the list, and an address without transfers has nothing", async () => {
    const { devnet, client } = service;
    const id = devnet.demoOwner;
    const list = await unwrap(client.GET("/v1/user/token_list", { params: { query: { id, chain_id: "eth" } } }));
    expect(list.length).toBeGreaterThan(5);
    for (const token of list) {
      const query = { id, chain_id: "eth", token_id: token.id };
      expect(await unwrap(client.GET("/v1/user/token", { params: { query } }))).toEqual(token);
    }
    const nobody = { id: "0x00000000000000000000000000000000000dead1", chain_id: "eth" };
    expect(await unwrap(client.GET("/v1/user/token_list", { params: { query: nobody } }))).toEqual([]);
    expect(list.map(({ id: token }) => token)).not.toContain(NATIVE_TOKEN);
  });

  test("without a node, what the ledger knows of random owners at random past blocks is what the node has", async () => {
    const truths = await readChains(service.devnet);
    const ledgers = await comparePastLedgers(service, truths, { seed, count: 8 });
    const owners = service.devnet.users.map((owner) => owner.toLowerCase() as Address);
    const nfts = await comparePastNfts(service, truths, { seed, count: 16, owners, from: 60 });
    const histories = await comparePastHistories(service, truths, { seed, count: 6, owners });
    const differences = [...ledgers.differences, ...nfts.differences, ...histories.differences];
    const counts = `${ledgers.compared} past balances, ${ledgers.unknown} unknown, ${nfts.compared} NFTs, ${histories.compared} transactions`;
    console.log(`scenario ${seed}: ${counts}, ${differences.length} differ`);
    expect(differences).toEqual([]);
    expect(nfts.compared).toBeGreaterThan(10);
    expect(histories.compared).toBeGreaterThan(50);
    expect(ledgers.compared).toBeGreaterThan(100);
  });

  describe("second opinion", () => {
    testSecondOpinion(() => service);
  });
});
