import { erc20Abi, toAmount, v2PairAbi, ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import type { Adapter, PoolState } from "@portico/protocols";
import {
  listPoolRows,
  listPrices,
  listProtocolContracts,
  listTokens,
  setProtocolOff,
  upsertInteractions,
} from "@portico/store";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPoolProgress, syncPools, refreshPools } from "./syncPools.ts";
import { findProtocols, syncProtocols } from "./syncProtocols.ts";
import { createProtocolProgress } from "./protocolProgress.ts";
import { deployedOf } from "./testing/deployedOf.ts";
import { pairs, startProtocolScene, toLower, uniswap2 } from "./testing/protocolScene.ts";
import type { ProtocolScene } from "./testing/protocolScene.ts";

let scene: ProtocolScene;

beforeAll(async () => {
  scene = await startProtocolScene();
});

afterAll(() => scene.stop());

test("the two jobs concurrently find the pairs and their contents, on a chain without new blocks", async () => {
  const { db, job } = scene;
  const stop = new AbortController();
  const jobs = [syncPools, syncProtocols].map((runJob) => runJob({ ...job, signal: stop.signal, pollMs: 5 }));
  await expect.poll(() => scene.findRow("uniswap2")).toMatchObject({ tvlUsd: expect.any(Number) as number });
  await expect.poll(async () => (await listPoolRows(db, "eth", pairs[0]!)).length).toBe(1);
  stop.abort();
  await Promise.all(jobs);
});

test("a pool holds the pair's reserves, is worth them at the stored prices, and the protocol's total is their sum", async () => {
  const { db, rpc } = scene;
  const { blockNumber, timeAt } = await scene.getHead();
  const prices = new Map((await listPrices(db, ["eth"])).map(({ token, usd }) => [token, usd]));
  const decimals = new Map((await listTokens(db, ["eth"])).map((token) => [token.address, token.decimals]));
  let tvlUsd = 0;
  for (const address of await listProtocolContracts(db, "eth", "uniswap2")) {
    const pair = { address, abi: v2PairAbi } as const;
    const [reserve0, reserve1] = await rpc.readContract({ ...pair, functionName: "getReserves", blockNumber });
    const token0 = toLower(await rpc.readContract({ ...pair, functionName: "token0" }));
    const token1 = toLower(await rpc.readContract({ ...pair, functionName: "token1" }));
    const amounts = [
      { token: token0, rawAmount: reserve0 },
      { token: token1, rawAmount: reserve1 },
    ];
    const depositUsd = amounts.reduce(
      (sum, { token, rawAmount }) => sum + toAmount(rawAmount, decimals.get(token)!) * (prices.get(token) ?? 0),
      0,
    );
    const rows = await listPoolRows(db, "eth", address);
    const expected = { protocolId: "uniswap2", name: "Liquidity Pool", contracts: [address], blockNumber, timeAt };
    const rawShares = await rpc.readContract({ address, abi: erc20Abi, functionName: "totalSupply", blockNumber });
    const receipt = { token: address, rawShares, usd: rows[0]!.depositUsd };
    expect(rows).toMatchObject([{ ...expected, amounts, receipt }]);
    expect(rows[0]!.depositUsd).toBeCloseTo(depositUsd, 6);
    tvlUsd += rows[0]!.depositUsd!;
  }
  expect(tvlUsd).toBeGreaterThan(1e6);
  const protocol = await scene.findRow("uniswap2");
  expect(protocol).toMatchObject({ timeAt, error: null });
  expect(protocol!.tvlUsd).toBeCloseTo(tvlUsd, 3);
});

/** Indexed shares of all holders, except the zero address. */
async function listShares(token: Address): Promise<bigint[]> {
  const rows = await scene.db
    .selectFrom("balance")
    .select("raw_amount")
    .where("token", "=", `\\x${token.slice(2)}`)
    .where("owner", "<>", `\\x${ZERO_ADDRESS.slice(2)}`)
    .execute();
  return rows.map(({ raw_amount }) => BigInt(raw_amount ?? 0)).filter((rawAmount) => rawAmount > 0n);
}

test("users of a pool are the holders of its shares, the valuable ones those with more than $100", async () => {
  let users = 0;
  for (const address of pairs) {
    const [row] = await listPoolRows(scene.db, "eth", address);
    const supply = await scene.rpc.readContract({ address, abi: erc20Abi, functionName: "totalSupply" });
    const shares = await listShares(address);
    const worth = shares.map((share) => (Number(share) / Number(supply)) * row!.depositUsd!);
    expect(row!.userCount).toBe(shares.length);
    expect(row!.valuableUserCount).toBe(worth.filter((usd) => usd > 100).length);
    users += shares.length;
  }
  expect(users).toBeGreaterThan(pairs.length);
});

const shared = pairs[0]!;
const sharesOf = (owner: Address) =>
  ({ address: shared, abi: erc20Abi, functionName: "balanceOf", args: [owner] }) as const;

/** A pool whose users are the accounts that events name, with shares read from the token. */
const byInteraction: Partial<Adapter> = {
  listPools: async ({ read }) => {
    const [supply] = await read([{ address: shared, abi: erc20Abi, functionName: "totalSupply" }]);
    const pool = { controller: shared, index: "7" };
    const supplies = [{ token: shared, rawAmount: supply }];
    const state: PoolState = { pool, name: "Farming", contracts: [shared], supplies, rawShares: supply };
    return [{ ...state, depositors: { by: "interaction", contract: shared, key: "0x7" } }];
  },
  readShares: async ({ read }, _pool, owners) => read(owners.map(sharesOf)),
};

const toOwner = (n: number): Address => `0x${(n + 0xaa_0000).toString(16).padStart(40, "0")}`;

test("where events name the users, those with a share count, each once, page after page", async () => {
  const { blockNumber } = await scene.getHead();
  const users = scene.devnet.users.map(toLower);
  const named = [ZERO_ADDRESS, ...users, ...Array.from({ length: 1_100 }, (_, n) => toOwner(n))];
  const rows = named.map((owner) => ({ owner, contract: shared, key: "0x7", blockNumber }));
  await upsertInteractions(scene.db, "eth", [...rows, { ...rows[0]!, owner: toOwner(5_000), key: "0x8" }]);
  await scene.runOnce([uniswap2, deployedOf("farm", byInteraction)]);
  const held = await Promise.all(users.map((owner) => scene.rpc.readContract(sharesOf(owner))));
  const [row] = await listPoolRows(scene.db, "eth", `${shared}:7`);
  expect(row).toMatchObject({
    name: "Farming",
    receipt: null,
    userCount: held.filter((rawAmount) => rawAmount > 0n).length,
  });
  expect(row!.userCount).toBeGreaterThan(0);
});

test("a failing protocol alone is left out with its error; its old data is kept, and it is read again when it recovers", async () => {
  const broken = deployedOf("farm", { listPools: () => Promise.reject(new TypeError("the farm is closed")) });
  await scene.runOnce([broken, uniswap2]);
  expect(await scene.findRow("farm")).toMatchObject({
    error: "the farm is closed",
    tvlUsd: expect.any(Number) as number,
  });
  expect(await scene.findRow("uniswap2")).toMatchObject({ error: null });
  expect(await listPoolRows(scene.db, "eth", `${shared}:7`)).toHaveLength(1);
  await scene.runOnce([uniswap2, deployedOf("farm", byInteraction)]);
  expect(await scene.findRow("farm")).toMatchObject({ error: null });
});

test("a protocol without contracts on a development chain is not a failure", async () => {
  const fail = () => Promise.reject(new TypeError("nothing there"));
  const absent = { addresses: new Set([toOwner(1)]) };
  const present = { addresses: new Set([toOwner(1), shared]) };
  const deployed = [
    deployedOf("absent", { listPools: fail }, absent),
    deployedOf("absent2", { identify: fail }, absent),
    deployedOf("present", { listPools: fail }, present),
  ];
  await scene.runOnce([...deployed, uniswap2]);
  expect((await scene.findRow("absent2"))?.error ?? null).toBeNull();
  expect((await scene.findRow("absent"))?.error ?? null).toBeNull();
  expect(await scene.findRow("present")).toMatchObject({ error: "nothing there" });
});

test("a protocol that is switched off is not read", async () => {
  let reads = 0;
  const counted = deployedOf("counted", { listPools: async () => (reads++, []) });
  await setProtocolOff(scene.db, { id: "counted", chain: "eth", isOff: true, reason: "broken", actor: "test" });
  await scene.runOnce([counted]);
  expect(reads).toBe(0);
  await setProtocolOff(scene.db, { id: "counted", chain: "eth", isOff: false, reason: null, actor: "test" });
  await scene.runOnce([counted]);
  expect(reads).toBe(1);
});

test("a protocol is read again after five minutes of the chain's time, and not before", async () => {
  let reads = 0;
  const deployed = [deployedOf("counted", { listPools: async () => (reads++, []) })];
  const progress = createPoolProgress();
  for (const seconds of [0, 100, 199, 1]) {
    if (seconds > 0) await scene.chain.pass(seconds);
    await scene.sync();
    await refreshPools({ ...scene.job, deployed }, progress);
    expect(reads).toBe(seconds === 1 ? 2 : 1);
  }
});

test("pools of replaced blocks are read again on the other branch", async () => {
  const { db, job } = scene;
  await scene.runOnce([uniswap2]);
  const progress = createPoolProgress();
  await refreshPools(job, progress);
  const before = await scene.getHead();
  await scene.chain.request("anvil_reorg", 3, []);
  await scene.sync();
  expect((await scene.getHead()).hash).not.toBe(before.hash);
  expect(await listPoolRows(db, "eth", shared)).toEqual([]);
  await findProtocols(job, createProtocolProgress());
  await refreshPools(job, progress);
  const { blockNumber } = await scene.getHead();
  expect(await listPoolRows(db, "eth", shared)).toMatchObject([{ blockNumber }]);
});
