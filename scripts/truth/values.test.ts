/**
 * Values: every figure in USD of the running service, current and historical, matches the chains and all other figures.
 */
import { PorticoError, unwrap } from "@portico/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { formatDay } from "./compareDays.ts";
import { type ComparedValues, compareValues } from "./compareValues.ts";
import { createChainReader } from "./chainReader.ts";
import { reportPrices } from "./oracle.ts";
import { type RunningService, runService } from "./runService.ts";
import { createTraffic } from "./traffic.ts";
import { watchAgreement } from "./watchAgreement.ts";

const DAY = 86_400;
const isLong = process.env["PORTICO_TEST_LONG"] === "1";
const scenarios = [
  { seed: 31, size: { people: 4, transactions: 80, days: 2 } },
  ...(isLong ? [{ seed: 32, size: { people: 4, transactions: 120, days: 3 } }] : []),
];

/** A comparison with fewer figures has omitted something. */
const AT_LEAST: Record<keyof ComparedValues, number> = {
  sums: 500,
  prices: 500,
  days: 280,
  curves: 1_500,
  weeks: 500,
};

describe.each(scenarios)("scenario $seed", ({ seed, size }) => {
  let service: RunningService;
  let compared: ComparedValues;
  beforeAll(async () => {
    service = await runService(seed, size);
    compared = await compareValues(service, `scenario ${seed}`, { owners: 2, weeks: 1 });
  });
  afterAll(() => service.stop());

  test.each([
    { name: "sums", promise: "an owner's holdings have the same value by token, by chain and in total" },
    { name: "prices", promise: "a token has one price in all responses, and it is that of feeds and pools" },
    { name: "days", promise: "the price of a day is that at its end, and 0 before the first" },
    {
      name: "curves",
      promise:
        "every point of a day's curve is the value of the holdings at that time, and what moved is the difference of balances",
    },
    { name: "weeks", promise: "every point of a week's curve is, too" },
  ] as const)("$name: $promise", ({ name }) => {
    expect(compared[name].differences).toEqual([]);
    expect(compared[name].compared).toBeGreaterThan(AT_LEAST[name]);
  });

  test("the demo owner's curve changes", async () => {
    const query = { id: service.devnet.demoOwner };
    const { usd_value_list: points, ...newest } = await unwrap(
      service.client.GET("/v1/user/total_net_curve", { params: { query } }),
    );
    const values = points.map(([, usd]) => usd);
    const [least, max] = [Math.min(...values), Math.max(...values)];
    console.log(
      `scenario ${seed}: the demo owner is worth ${newest.usd_value} USD at ${newest.timestamp}, in a day ${least} to ${max}, ${new Set(values).size} different values`,
    );
    expect(new Set(values).size).toBeGreaterThan(20);
    expect(least).toBeGreaterThan(1_000);
  });

  test("an invalid date, or a day that is not over by the chain's time, is rejected", async () => {
    const today = service.devnet.chains.eth!;
    const { timestamp } = await createChainReader(today.rpcUrl).request<{ timestamp: string }>("eth_getBlockByNumber", [
      "latest",
      false,
    ]);
    const tomorrow = formatDay(Number(timestamp) + DAY);
    for (const date of [
      tomorrow,
      "9999-12-31",
      "2025-02-30",
      "2025-02-29",
      "2025-13-01",
      "25-01-02",
      "today",
      "",
      "1735776000",
    ]) {
      const query = { chain_id: "eth", id: "eth", date_at: date };
      const error: unknown = await unwrap(service.client.GET("/v1/token/history_price", { params: { query } })).catch(
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(PorticoError);
      expect(error).toMatchObject({
        status: 400,
        code: "invalid_params",
        problem: { errors: { date_at: expect.any(String) } },
      });
    }
  });

  test("while blocks arrive and are replaced, list, totals and curve of one block agree", async () => {
    const { devnet } = service;
    const reader = createChainReader(devnet.chains.eth!.rpcUrl);
    const traffic = await createTraffic(devnet, "eth", seed);
    const goOn = async () => {
      for (let round = 0; round < 6; round++) {
        await reportPrices("eth", reader, BigInt(round % 3) - 1n);
        await traffic.mine(2);
        await service.catchUp();
        if (round % 3 === 2) await traffic.reorg(3);
      }
      await traffic.mine(2);
      await service.catchUp();
    };
    const seen = await watchAgreement(service, { id: devnet.demoOwner, chain: "eth" }, goOn());
    const { rounds, settled, blocks, worths, differences } = seen;
    console.log(
      `scenario ${seed}: ${rounds} rounds of requests, ${settled} of one state, of ${blocks} blocks and ${worths} worths, ${differences.length} differ`,
    );
    expect(differences).toEqual([]);
    expect(blocks).toBeGreaterThan(4);
    expect(worths).toBeGreaterThan(2);
    const after = await compareValues(service, `${traffic.undoneCount} blocks undone`, { owners: 1, weeks: 0 });
    expect(Object.values(after).flatMap((one) => one.differences)).toEqual([]);
  });
});
