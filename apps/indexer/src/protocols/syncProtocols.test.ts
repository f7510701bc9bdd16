import { createRpc, erc20Abi, getChain, isNodeFault } from "@portico/evm";
import type { Address, Rpc } from "@portico/evm";
import type { Adapter, Deployed, Identity } from "@portico/protocols";
import { listProtocolContracts, listTokens, listUnclassified } from "@portico/store";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPoolProgress, refreshPools } from "./syncPools.ts";
import { findProtocols } from "./syncProtocols.ts";
import { createProtocolProgress } from "./protocolProgress.ts";
import { deployedOf } from "./testing/deployedOf.ts";
import { pairs, startProtocolScene, uniswap2 } from "./testing/protocolScene.ts";
import type { ProtocolScene } from "./testing/protocolScene.ts";

const shared = pairs[0]!;
let scene: ProtocolScene;

beforeAll(async () => {
  scene = await startProtocolScene();
});

afterAll(() => scene.stop());

/** Identifies one token as its receipt. */
const knows = (address: Address): Partial<Adapter> => ({
  identify: async (_context, candidates) =>
    new Map(candidates.filter((one) => one === address).map((one): [Address, Identity] => [one, "receipt"])),
});

const find = (deployed: readonly Deployed[], progress = createProtocolProgress()): Promise<void> =>
  findProtocols({ ...scene.job, deployed }, progress);

const listIts = (protocolId: string): Promise<Address[]> => listProtocolContracts(scene.db, "eth", protocolId);

test("shares of the factory's pairs are receipts of Uniswap V2, and no other token is", async () => {
  await find([uniswap2]);
  const tokens = await listTokens(scene.db, ["eth"]);
  const receipts = tokens.filter(({ protocolId }) => protocolId === "uniswap2").map(({ address }) => address);
  expect(receipts).toEqual(expect.arrayContaining(pairs));
  expect(await listIts("uniswap2")).toEqual(receipts);
  expect(tokens.filter(({ protocolId }) => protocolId !== "uniswap2" && protocolId !== "")).toEqual([]);
  expect(tokens.length).toBeGreaterThan(receipts.length);
  expect(await listUnclassified(scene.db, "eth", 10)).toEqual([]);
});

test("receipts in a table are its protocol's, and other tokens are not", async () => {
  const token = await scene.getPlainToken();
  const upper: Address = `0x${token.slice(2).toUpperCase()}`;
  await find([uniswap2, deployedOf("lender", {}, { signals: { tokens: [upper] } })]);
  expect(await listIts("lender")).toEqual([token]);
  expect(await scene.protocolOf(token)).toBe("lender");
  await find([uniswap2]);
});

test("forks are identified in one call, however many they are, and each contract is its own fork's", async () => {
  const token = await scene.getPlainToken();
  const calls: unknown[] = [];
  const reader: Partial<Adapter> = {
    identifyForks: async ({ contracts }, candidates) => {
      calls.push(contracts);
      const at = contracts.indexOf("second");
      return new Map(candidates.flatMap((one) => (one === token ? [[one, { fork: at, identity: "receipt" }]] : [])));
    },
  };
  const fork = (id: string) => deployedOf(id, reader, { parts: [{ reader, contracts: id }] });
  await find([uniswap2, fork("first"), fork("second"), fork("third")]);
  expect(calls.every((contracts) => String(contracts) === "first,second,third")).toBe(true);
  expect(await listIts("second")).toEqual([token]);
  expect([...(await listIts("first")), ...(await listIts("third"))]).toEqual([]);
  await find([uniswap2]);
  expect(await scene.protocolOf(token)).toBe("");
});

test("a new protocol checks older contracts too, those that have checked them don't, and a removed one loses its contracts", async () => {
  const token = await scene.getPlainToken();
  const batchSizes: number[] = [];
  const counting: Partial<Adapter> = {
    identify: async (_context, candidates) => (batchSizes.push(candidates.length), new Map()),
  };
  const other = deployedOf("other", counting);
  await find([uniswap2, other]);
  expect(batchSizes.reduce((sum, count) => sum + count, 0)).toBe(await countIdentified());
  batchSizes.length = 0;
  await find([uniswap2, other, deployedOf("vault", knows(token))]);
  expect(await scene.protocolOf(token)).toBe("vault");
  expect(batchSizes).toEqual([1]); // for the claimed contract
  await find([uniswap2, other]);
  expect(await scene.protocolOf(token)).toBe("");
  expect(await listIts("vault")).toEqual([]);
  await find([uniswap2]);
});

const countIdentified = async (): Promise<number> =>
  new Set([...(await listIts("")), ...(await listIts("uniswap2"))]).size;

test("a protocol with a changed table checks its contracts again; with the same table, nothing is read", async () => {
  const token = await scene.getPlainToken();
  await find([uniswap2, deployedOf("vault", knows(token))]);
  await find([uniswap2, deployedOf("vault", knows(shared))]);
  expect(await scene.protocolOf(token)).toBe("vault"); // nothing indicates that it is another
  await find([uniswap2, deployedOf("vault", knows(shared), { contracts: { version: 2n } })]);
  expect(await scene.protocolOf(token)).toBe("");
  await find([uniswap2]);
});

test("contracts that two protocols claim belong to the first in order, whichever claimed them first", async () => {
  const [specific, general] = [deployedOf("specific", knows(shared)), deployedOf("general", knows(shared))];
  await find([general]);
  expect(await scene.protocolOf(shared)).toBe("general");
  await find([specific, general]);
  expect(await scene.protocolOf(shared)).toBe("specific");
  await find([general]);
  expect(await scene.protocolOf(shared)).toBe("general");
  await find([uniswap2]);
  expect(await scene.protocolOf(shared)).toBe("uniswap2");
});

test("the error of an adapter that fails at every contract is stored, the others find theirs, and it later checks all of them", async () => {
  const token = await scene.getPlainToken();
  const failing = deployedOf("vault", {
    identify: () => Promise.reject(new TypeError("no vault today")),
    listPools: async () => [],
  });
  const progress = createProtocolProgress();
  await find([failing, deployedOf("other", knows(token)), uniswap2], progress);
  await refreshPools({ ...scene.job, deployed: [failing, uniswap2] }, createPoolProgress());
  expect(await scene.findRow("vault")).toMatchObject({ error: "no vault today", tvlUsd: null });
  expect(await scene.protocolOf(token)).toBe("other");
  expect(await listIts("uniswap2")).toEqual(expect.arrayContaining(pairs));
  const mended = deployedOf("vault", knows(token));
  for (let round = 0; progress.backoffCount > 0; round++) {
    await find([mended, uniswap2], progress);
    expect(round).toBeLessThan(20);
  }
  expect(await listIts("vault")).toEqual([token]);
  expect(await scene.findRow("vault")).toMatchObject({ error: null });
  await find([uniswap2]);
});

test("a contract that makes an adapter fail is not its protocol's, and costs it no other", async () => {
  const token = await scene.getPlainToken();
  const identify: Adapter["identify"] = async (context, candidates) => {
    if (candidates.includes(token)) throw new RangeError("unbearable");
    return knows(shared).identify!(context, candidates);
  };
  await find([deployedOf("picky", { identify })]);
  expect(await listIts("picky")).toEqual([shared]);
  expect(await scene.findRow("picky")).toMatchObject({ error: null });
});

test("a contract that its protocol admits after it was checked is claimed at a later check, of few contracts in a round", async () => {
  const token = await scene.getPlainToken();
  const batchSizes: number[] = [];
  const admitted = new Set<Address>();
  const identify: Adapter["identify"] = async (_context, candidates) => {
    batchSizes.push(candidates.length);
    return new Map(candidates.filter((one) => admitted.has(one)).map((one): [Address, Identity] => [one, "place"]));
  };
  const deployed = [uniswap2, deployedOf("voter", { identify })];
  await find(deployed);
  admitted.add(token);
  batchSizes.length = 0;
  await find(deployed);
  expect([batchSizes, await listIts("voter")]).toEqual([[], []]);
  await scene.chain.pass(4_000);
  await scene.sync();
  const unclaimed = (await listIts("")).length;
  const progress = createProtocolProgress();
  for (let round = 0; round < 31; round++) await find(deployed, progress);
  expect(await listIts("voter")).toEqual([token]);
  expect([batchSizes.every((size) => size <= 50), batchSizes.reduce((sum, size) => sum + size, 0)]).toEqual([
    true,
    Math.min(unclaimed, 100),
  ]);
  await find([uniswap2]);
});

test("on a node of a limited rate, few new contracts are identified together every few seconds", async () => {
  await find([uniswap2]);
  const token = await scene.getPlainToken();
  const limited: Rpc = { ...scene.rpc, readLimits: async () => ({ ...(await scene.rpc.readLimits()), rate: 25 }) };
  const [progress, job] = [createProtocolProgress(), { ...scene.job, rpc: limited }];
  const listNewAfter = async (work: typeof job): Promise<string[]> => {
    await scene.db
      .updateTable("token")
      .set({ is_classified: false })
      .where("address", "=", `\\x${token.slice(2)}`)
      .execute();
    await findProtocols(work, progress);
    return await listUnclassified(scene.db, "eth", 10);
  };
  expect(await listNewAfter(job)).toEqual([]);
  expect(await listNewAfter(job)).toEqual([token]);
  expect(await listNewAfter({ ...job, rpc: scene.rpc })).toEqual([]);
  progress.identifiedAt -= 60_000;
  expect(await listNewAfter(job)).toEqual([]);
});

test("while the node is down nothing is identified, stored or lost", async () => {
  await scene.runOnce([uniswap2]);
  const token = await scene.getPlainToken();
  const rpc = createRpc({ chain: getChain("eth"), urls: ["http://127.0.0.1:9"], attempts: 1, baseDelayMs: 1 });
  const identify: Adapter["identify"] = async (context, candidates) => {
    await context.read([{ address: token, abi: erc20Abi, functionName: "decimals" }]);
    return knows(token).identify!(context, candidates);
  };
  const deployed = [uniswap2, deployedOf("vault", { identify })];
  const job = { ...scene.job, deployed, rpc };
  await expect(findProtocols(job, createProtocolProgress())).rejects.toSatisfy(isNodeFault);
  await expect(refreshPools(job, createPoolProgress())).rejects.toSatisfy(isNodeFault);
  expect(await scene.findRow("uniswap2")).toMatchObject({ error: null, tvlUsd: expect.any(Number) as number });
  await scene.runOnce(deployed);
  expect([await scene.protocolOf(token), await scene.protocolOf(shared)]).toEqual(["vault", "uniswap2"]);
  await find([uniswap2]);
});

test("contracts identified in replaced blocks are identified again on the other branch", async () => {
  await scene.chain.pass(12);
  await scene.sync();
  await find([]);
  await find([uniswap2]);
  expect(await scene.protocolOf(shared)).toBe("uniswap2");
  await scene.chain.request("anvil_reorg", 1, []);
  await scene.sync();
  expect(await listIts("uniswap2")).toEqual([]);
  expect(await scene.protocolOf(shared)).toBe("");
  await find([uniswap2]);
  expect(await listIts("uniswap2")).toEqual(expect.arrayContaining(pairs));
});
