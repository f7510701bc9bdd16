import type { Pool } from "@portico/contract";
import { replacePools, type PoolRow } from "@portico/store";
import type { Address } from "@portico/evm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { ETH_HEAD, USDC, WETH } from "../../testing/fillStore.ts";
import { readProblem } from "../../testing/readProblem.ts";
import { startFilledApi } from "../../testing/startFilledApi.ts";

const api = await startFilledApi();
afterAll(() => api.stop());

const PAIR = "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc";
const at = { blockNumber: ETH_HEAD.blockNumber - 20n, timeAt: ETH_HEAD.timeAt - 240 };
const pool: PoolRow = {
  ...at,
  chain: "eth",
  poolId: PAIR,
  protocolId: "uniswap2",
  name: "Liquidity Pool",
  contracts: [PAIR],
  amounts: [
    { token: USDC, rawAmount: 3_000_000_000n },
    { token: WETH, rawAmount: 10n ** 18n },
  ],
  depositUsd: 6_000.25,
  receipt: null,
  userCount: 12,
  valuableUserCount: 3,
};
const write = (pools: PoolRow[], protocolId = "uniswap2") =>
  replacePools(api.db, "eth", protocolId, { ...at, tvlUsd: null, pools });
const request = async (id: string): Promise<Pool> => {
  const res = await api.get(`/v1/pool?chain_id=eth&id=${id}`);
  expect(res.status).toBe(200);
  return (await res.json()) as Pool;
};

beforeEach(async () => {
  await api.db.deleteFrom("pool").execute();
  await write([pool, { ...pool, poolId: `${PAIR}:0xab`, depositUsd: null, userCount: null, valuableUserCount: null }]);
});

test("a pool is found in any letter case, with its deposits and number of depositors", async () => {
  const expected = {
    pool_id: PAIR,
    protocol_id: "uniswap2",
    chain: "eth",
    name: "Liquidity Pool",
    contract_ids: [PAIR],
    stats: { deposit_usd_value: 6_000.25, deposit_user_count: 12, deposit_valuable_user_count: 3 },
  };
  expect(await request(PAIR)).toEqual(expected);
  expect(await request(PAIR.toUpperCase())).toEqual(expected);
});

test("a controller of several pools is their sum: total deposits, and an unknown number of depositors", async () => {
  const controller = "0x87870bca3f3fd6335c3f4ce8392d69350b4fa4e2";
  const parts = [USDC, WETH].map((token, n) => ({
    ...pool,
    poolId: `${controller}:${token}`,
    protocolId: "aave3",
    contracts: [controller, token] as Address[],
    depositUsd: 100 + n,
  }));
  await write(parts, "aave3");
  expect(await request(controller)).toEqual({
    pool_id: controller,
    protocol_id: "aave3",
    chain: "eth",
    name: "Liquidity Pool",
    contract_ids: [controller, USDC, WETH],
    stats: { deposit_usd_value: 201, deposit_user_count: null, deposit_valuable_user_count: null },
  });
});

test("one of a controller's pools is found by its index, and unknown fields are null", async () => {
  expect(await request(`${PAIR.toUpperCase()}:0xAB`)).toMatchObject({
    pool_id: `${PAIR}:0xab`,
    stats: { deposit_usd_value: 0, deposit_user_count: null, deposit_valuable_user_count: null },
  });
});

test("the header names the block that the pool was read at, which is not the latest", async () => {
  const { headers } = await api.get(`/v1/pool?chain_id=eth&id=${PAIR}`);
  expect(headers.get("portico-chains")).toBe(`eth;block=${at.blockNumber};time=${at.timeAt};since=18992800`);
});

test("of two protocols on one contract, the one with more deposits is returned", async () => {
  await write([{ ...pool, protocolId: "uniswap3", depositUsd: 7_000 }], "uniswap3");
  expect(await request(PAIR)).toMatchObject({ protocol_id: "uniswap3" });
});

test("pools of a protocol whose adapter was removed are not returned", async () => {
  await write([{ ...pool, protocolId: "goneswap", depositUsd: 7_000 }], "goneswap");
  expect(await request(PAIR)).toMatchObject({ protocol_id: "uniswap2" });
  await write([{ ...pool, poolId: `${USDC}:1`, protocolId: "goneswap" }], "goneswap");
  expect(await readProblem(await api.get(`/v1/pool?chain_id=eth&id=${USDC}`))).toMatchObject({
    code: "pool_not_found",
  });
});

test("an unknown pool is 400, and during a chain's first sync 503: it may exist", async () => {
  const read = async (id: string, chain: string) => {
    const { status, code } = await readProblem(await api.get(`/v1/pool?chain_id=${chain}&id=${id}`));
    return `${status} ${code}`;
  };
  expect(await read(USDC, "eth")).toBe("400 pool_not_found");
  expect(await read(`${PAIR}:9`, "eth")).toBe("400 pool_not_found");
  expect(await read("%27--", "eth")).toBe("400 pool_not_found");
  expect(await read(PAIR, "base")).toBe("400 pool_not_found");
  expect(await read(PAIR, "bsc")).toBe("400 invalid_chain");
  expect(await read(PAIR, "arb")).toBe("503 upstream_error");
});
