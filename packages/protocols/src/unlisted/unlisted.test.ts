import type { Address } from "@portico/evm";
import { keccak256, toBytes } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Adapter } from "../adapter.ts";
import { compileContract } from "@portico/devnet";
import { compileTestContract } from "../testing/contracts.ts";
import { startLab } from "../testing/lab.ts";
import type { Lab } from "../testing/lab.ts";
import { deployContract } from "../testing/testContract.ts";
import type { TestContract } from "../testing/testContract.ts";
import { deployToken, tokenAbi } from "../testing/tokens.ts";
import { createV3Pool, deployUniswapV3, mintV3 } from "../testing/uniswapV3.ts";
import { uniswap3 } from "../uniswap3/uniswap3.ts";
import { deployUniswapV2, provideV2, simulateBurn } from "../testing/uniswapV2.ts";
import type { UniswapV2Lab } from "../testing/uniswapV2.ts";
import { unlistedExchange } from "./unlistedExchange.ts";
import { unlistedFarm } from "./unlistedFarm.ts";
import { unlistedLending } from "./unlistedLending.ts";

const ADMIN: Address = "0x0000000000000000000000000000000000000ad1";
const OWNER: Address = "0x0000000000000000000000000000000000000b0b";
const VICTIM: Address = "0x00000000000000000000000000000000000ca201";
const UNIT = 10n ** 18n;

let lab: Lab;
let v2: UniswapV2Lab;
let pretender: TestContract;

const list = (adapter: Adapter, owner: Address) => lab.listPositions(adapter, {}, owner);
const mint = (token: Address, to: Address, rawAmount: bigint) =>
  lab.write(ADMIN, { to: token, abi: tokenAbi, functionName: "mint", args: [to, rawAmount] });

beforeAll(async () => {
  lab = await startLab();
  v2 = await deployUniswapV2(lab, ADMIN);
  await provideV2(lab, v2, ADMIN, [900n * UNIT, 1_800n * UNIT]);
  await provideV2(lab, v2, OWNER, [100n * UNIT, 200n * UNIT]);
  pretender = await deployContract(lab, compileTestContract("Pretender"), [...v2.tokens], ADMIN);
  await pretender.write(ADMIN, "entice", [VICTIM]);
});
afterAll(() => lab.stop());

test("a share of a pair whose factory nobody listed is what burning it pays, under its own name and factory", async () => {
  const [first, second] = await simulateBurn(lab, v2.pair, OWNER);
  expect(first).toBeGreaterThan(0n);
  const { positions } = await list(unlistedExchange, OWNER);
  const own = positions.filter(({ pool }) => pool.controller === v2.pair);
  const supplies = [
    { token: v2.tokens[0], rawAmount: first },
    { token: v2.tokens[1], rawAmount: second },
  ];
  const description = `"Uniswap V2": unlisted exchange ${v2.factory.toLowerCase()}. Only what it holds is counted.`;
  expect(own).toEqual([
    { name: "Liquidity Pool", pool: { controller: v2.pair }, detail: { type: "common", supplies, description } },
  ]);
});

test("a range of a manager whose factory nobody listed is what the pool confirms", async () => {
  const v3 = await deployUniswapV3(lab, OWNER);
  await createV3Pool(lab, v3, 3000, 2n ** 96n);
  await mintV3(lab, v3, { owner: OWNER, fee: 3000, rawAmount: UNIT, range: [-600, 600] });
  const { positions: listed } = await lab.listPositions(uniswap3, v3.contracts, OWNER);
  const { positions } = await list(unlistedExchange, OWNER);
  const own = positions.filter(({ positionIndex }) => positionIndex !== undefined);
  expect(own).toHaveLength(1);
  expect(own).toMatchObject(listed);
  expect(own[0]?.detail).toMatchObject({ description: expect.stringContaining("unlisted exchange") as string });
});

test.each([0n, 1n])("NFTs of ranges and a price of %i that no pool has add and take nothing", async (price) => {
  const held = await list(unlistedExchange, OWNER);
  const ranges = await deployContract(lab, compileTestContract("RangePretender"), [...v2.tokens, price], ADMIN);
  await ranges.write(ADMIN, "entice", [OWNER]);
  const { positions } = await list(unlistedExchange, OWNER);
  expect(positions).toEqual(held.positions);
});

test.each([
  ["pair that claims deep reserves", unlistedExchange],
  ["comptroller that lists everything", unlistedLending],
  ["chef that says that everybody has millions", unlistedFarm],
])("a %s shows nothing that it doesn't hold", async (_case, adapter) => {
  const { positions } = await list(adapter, VICTIM);
  const amounts = positions.flatMap(({ detail }) => ("supplies" in detail ? (detail.supplies ?? []) : []));
  expect(positions).toHaveLength(1);
  expect(amounts.length).toBeGreaterThan(0);
  expect(amounts.every(({ rawAmount }) => rawAmount === 0n)).toBe(true);
  expect(JSON.stringify(positions, (_key, value: unknown) => String(value))).not.toMatch(/[\u202e<]/);
});

test("what an untrusted contract really holds is all that it can show", async () => {
  const { positions: before } = await list(unlistedFarm, VICTIM);
  expect(before[0]?.detail).toMatchObject({ supplies: [{ rawAmount: 0n }] });
  await mint(v2.tokens[0], pretender.address, 5n);
  for (const adapter of [unlistedExchange, unlistedLending, unlistedFarm]) {
    const { positions } = await list(adapter, VICTIM);
    const [shown] = positions.flatMap(({ detail }) => (detail.type === "common" ? detail.supplies : []));
    expect(shown).toEqual({ token: v2.tokens[0], rawAmount: 5n });
  }
});

test("the pools of an untrusted chef show together no more than it holds, and a pair of one token shows nothing", async () => {
  await pretender.write(ADMIN, "enticeInto", [VICTIM, 1n]);
  const { positions } = await list(unlistedFarm, VICTIM);
  const amounts = positions.flatMap(({ detail }) => (detail.type === "common" ? detail.supplies : []));
  expect(amounts.map(({ rawAmount }) => rawAmount)).toEqual(expect.arrayContaining([0n, 5n]));
  expect(amounts).toHaveLength(2);
  const twin = await deployContract(lab, compileTestContract("Pretender"), [v2.tokens[0], v2.tokens[0]], ADMIN);
  await twin.write(ADMIN, "entice", [ADMIN]);
  await mint(v2.tokens[0], twin.address, 5n);
  const shown = (await list(unlistedExchange, ADMIN)).positions.map(({ pool }) => pool.controller);
  expect(shown).not.toContain(twin.address);
});

test("a stake in a chef that nobody listed is what it holds for the owner", async () => {
  const sushi = await deployToken(lab, "SUSHI", ADMIN);
  const artifact = compileContract("MasterChef");
  const chef = await deployContract(lab, artifact, [sushi, ADMIN, 0n, 0n, 0n], ADMIN);
  const role = keccak256(toBytes("MINTER_ROLE"));
  await lab.write(ADMIN, { to: sushi, abi: tokenAbi, functionName: "grantRole", args: [role, chef.address] });
  await chef.write(ADMIN, "add", [1n, v2.tokens[0], false]);
  await mint(v2.tokens[0], OWNER, 40n);
  await lab.write(OWNER, { to: v2.tokens[0], abi: tokenAbi, functionName: "approve", args: [chef.address, 40n] });
  await chef.write(OWNER, "deposit", [0n, 30n]);
  const [rawAmount] = await chef.view<[bigint]>("userInfo", [0n, OWNER]);
  expect(rawAmount).toBe(30n);
  const { positions } = await list(unlistedFarm, OWNER);
  expect(positions).toMatchObject([
    { name: "Farming", pool: { controller: chef.address, index: "0" }, detail: { supplies: [{ rawAmount }] } },
  ]);
  await chef.write(OWNER, "withdraw", [0n, 30n]);
  expect((await list(unlistedFarm, OWNER)).positions).toEqual([]);
});
