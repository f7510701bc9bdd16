import { ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import { loadArtifact } from "@portico/devnet";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { MasterChefV3Contracts } from "../families/masterChefV3.ts";
import type { Adapter } from "../adapter.ts";
import type { RangeContracts } from "../families/identifyRanges.ts";
import { toSqrtPriceX96 } from "../families/sqrtPrice.ts";
import { uniswapV3Family } from "../families/uniswap-v3/uniswapV3.ts";
import { compileTestContract } from "../testing/contracts.ts";
import { startLab } from "../testing/lab.ts";
import type { Lab } from "../testing/lab.ts";
import { contractAt, deployContract } from "../testing/testContract.ts";
import { deployToken, tokenAbi } from "../testing/tokens.ts";
import {
  readManager,
  createV3Pool,
  deployPancakeV3,
  expectExact,
  fundV3,
  MAX_UINT128,
  mintV3,
  swapV3,
  v3PositionsAbi,
} from "../testing/uniswapV3.ts";
import type { UniswapV3Lab } from "../testing/uniswapV3.ts";
import { toLower } from "../toLower.ts";
import { pancakeswap3 } from "./pancakeswap3.ts";

const ALICE: Address = "0x00000000000000000000000000000000000a11ce";
const BOB: Address = "0x0000000000000000000000000000000000000b0b";
const UNIT = 10n ** 18n;
const FEE = 2500;
/** PancakeSwap's own: wider than Uniswap's eight bits. */
const PROTOCOL_FEE = 3200;

const from = import.meta.url;
const factoryPath = "artifacts/contracts/PancakeV3Factory.sol/PancakeV3Factory.json";
const factoryAbi = loadArtifact("@pancakeswap/v3-core", factoryPath, {}, from).abi;
const chefPath = "artifacts/contracts/MasterChefV3.sol/MasterChefV3.json";
const chefArtifact = loadArtifact("@pancakeswap/masterchef-v3", chefPath, {}, from);
const lmPool = compileTestContract("CakeLmPool");

let lab: Lab;
let v3: UniswapV3Lab;
let pool: Address;
let chef: Address;
let cake: Address;
let growing: Address;
let contracts: MasterChefV3Contracts;

beforeAll(async () => {
  lab = await startLab("bsc");
  v3 = await deployPancakeV3(lab, ALICE);
  await fundV3(lab, v3, ALICE, BOB);
  pool = await createV3Pool(lab, v3, FEE, toSqrtPriceX96(0));
  await write("setFeeProtocol", [pool, 0, 0]); // Uniswap's manager, which replaces PancakeSwap's here, reads eight bits when it mints
  await mintV3(lab, v3, { owner: ALICE, fee: FEE, range: [-60_000, 60_000], rawAmount: 100_000n * UNIT });
  for (const range of [
    [-500, 500],
    [500, 5_000],
  ] as const) {
    await mintV3(lab, v3, { owner: BOB, fee: FEE, range, rawAmount: 1_000n * UNIT });
  }
  await write("setFeeProtocol", [pool, PROTOCOL_FEE, PROTOCOL_FEE]);
  cake = await deployToken(lab, "CAKE", ALICE);
  chef = await lab.deploy(chefArtifact, [cake, v3.contracts.positions, ZERO_ADDRESS], ALICE);
  growing = await lab.deploy(lmPool, [v3.contracts.factory], ALICE);
  await write("setLmPoolDeployer", [growing]);
  await lab.write(ALICE, { to: chef, abi: chefArtifact.abi, functionName: "setLMPoolDeployer", args: [growing] });
  await lab.write(ALICE, { to: chef, abi: chefArtifact.abi, functionName: "add", args: [100n, pool, false] });
  await lab.write(ALICE, { to: cake, abi: tokenAbi, functionName: "mint", args: [chef, 10n ** 30n] });
  contracts = { ...v3.contracts, nftChef: chef };
});
afterAll(() => lab.stop());

const write = (functionName: string, args: readonly unknown[]) =>
  lab.write(ALICE, { to: v3.contracts.factory, abi: factoryAbi, functionName, args });
const read = (owner = BOB) => lab.listPositions(pancakeswap3, contracts, owner);

describe("pancakeswap3", () => {
  it("is exact on PancakeSwap's own pools, which have a larger slot0 and take a fee", async () => {
    for (const side of [0, 1, 1, 0] as const) {
      await swapV3(lab, v3, BOB, { side, fee: FEE, rawAmount: 4_000n * UNIT });
      await expectExact(lab, v3, { adapter: pancakeswap3, contracts, owner: BOB });
    }
    const { positions } = await read();
    expect(positions.map(({ pool: key }) => key)).toEqual([{ controller: pool }, { controller: pool }]);
    expect(positions.every(({ detail }) => "rewards" in detail && detail.rewards?.length === 2)).toBe(true);
  });

  it("deducts the protocol's share from a pool's holdings", async () => {
    const [found] = await lab.listPools(pancakeswap3, contracts);
    const held = await Promise.all(
      v3.tokens.map(
        (address) => lab.view({ address, abi: tokenAbi, functionName: "balanceOf", args: [pool] }) as Promise<bigint>,
      ),
    );
    expect(found?.supplies.every(({ rawAmount }, side) => rawAmount > 0n && rawAmount < (held[side] ?? 0n))).toBe(true);
  });

  it("attributes a farmed NFT to its staker, with the farm's rewards", async () => {
    const [mine] = (await read()).positions;
    const tokenId = BigInt(mine?.positionIndex ?? 0);
    const transfer = { to: v3.contracts.positions, abi: v3PositionsAbi, functionName: "safeTransferFrom" };
    await lab.write(BOB, { ...transfer, args: [BOB, chef, tokenId] });
    await lab.write(ALICE, { to: growing, abi: lmPool.abi, functionName: "grow", args: [(7n << 128n) / UNIT] });
    const collected = await readManager(lab, v3, chef, tokenId);
    const call = { address: chef, abi: chefArtifact.abi, functionName: "pendingCake", args: [tokenId] } as const;
    const pending = (await lab.view(call)) as bigint;
    expect(pending).toBeGreaterThan(0n);
    const staked = (await read()).positions.filter(({ name }) => name === "Farming");
    expect(staked).toEqual([
      {
        name: "Farming",
        pool: { controller: chef, index: "1" },
        positionIndex: String(tokenId),
        range: expect.objectContaining({ feePpm: 2_500, tickLower: -500, tickUpper: 500 }) as unknown,
        detail: {
          type: "common",
          supplies: v3.tokens.map((token, side) => ({ token, rawAmount: collected.principal[side] })),
          rewards: [
            ...v3.tokens.map((token, side) => ({ token, rawAmount: collected.fees[side] })),
            { token: cake, rawAmount: pending },
          ],
        },
      },
    ]);
    const late: typeof pancakeswap3 = {
      ...pancakeswap3,
      listPositions: async (context) =>
        (await pancakeswap3.listPositions?.({ ...context, interactions: [], interactionsFrom: 9n })) ?? [],
    };
    expect((await lab.listPositions(late, contracts, BOB)).positions).toEqual((await read()).positions);

    await lab.write(BOB, { to: chef, abi: chefArtifact.abi, functionName: "withdraw", args: [tokenId, BOB] });
    expect(await lab.view({ address: cake, abi: tokenAbi, functionName: "balanceOf", args: [BOB] })).toBe(pending);
    expect((await read()).positions.map(({ name }) => name)).toEqual(["Liquidity Pool", "Liquidity Pool"]);
  });

  it("shows the same of a fork whose manager and farm nobody listed, and nothing of a farm that lies", async () => {
    const [mine] = (await read()).positions;
    const tokenId = BigInt(mine?.positionIndex ?? 0);
    const manager = contractAt(lab, v3PositionsAbi, v3.contracts.positions);
    await manager.write(BOB, "safeTransferFrom", [BOB, chef, tokenId]);
    await lab.write(ALICE, { to: growing, abi: lmPool.abi, functionName: "grow", args: [(3n << 128n) / UNIT] });
    const { id, siteUrl, category } = pancakeswap3;
    const fork: Adapter<RangeContracts> = { id, siteUrl, category, deployments: {}, ...uniswapV3Family };
    const list = async (own = fork) =>
      (await lab.listPositions(own, { factory: toLower(await manager.view("factory")) }, BOB)).positions;
    const shown = await list();
    expect(shown).toEqual((await read()).positions);
    expect(shown.map(({ name: kind }) => kind)).toEqual(["Liquidity Pool", "Farming"]);

    const lying = await deployContract(lab, compileTestContract("LyingNftChef"), [manager.address, cake, BOB]);
    await lying.write(ALICE, "claim", [[1n, 2n, 3n]]);
    expect(await list()).toEqual(shown);
    const late: Adapter<RangeContracts> = {
      ...fork,
      listPositions: async (context) => (await fork.listPositions?.({ ...context, interactionsFrom: 9n })) ?? [],
    };
    expect(await list(late)).toEqual(shown);
    await lab.write(BOB, { to: chef, abi: chefArtifact.abi, functionName: "withdraw", args: [tokenId, BOB] });
  });

  it("owes the farm's rewards for an NFT whose liquidity was removed there", async () => {
    const [mine] = (await read()).positions;
    const tokenId = BigInt(mine?.positionIndex ?? 0);
    const transfer = { to: v3.contracts.positions, abi: v3PositionsAbi, functionName: "safeTransferFrom" };
    await lab.write(BOB, { ...transfer, args: [BOB, chef, tokenId] });
    await lab.write(ALICE, { to: growing, abi: lmPool.abi, functionName: "grow", args: [(9n << 128n) / UNIT] });
    const { liquidity } = await readManager(lab, v3, chef, tokenId);
    const move = (functionName: string, order: object) =>
      lab.write(BOB, { to: chef, abi: chefArtifact.abi, functionName, args: [{ tokenId, ...order }] });
    await move("decreaseLiquidity", { liquidity, amount0Min: 0n, amount1Min: 0n, deadline: 99_999_999_999n });
    await move("collect", { recipient: BOB, amount0Max: MAX_UINT128, amount1Max: MAX_UINT128 });
    const call = { address: chef, abi: chefArtifact.abi, functionName: "pendingCake", args: [tokenId] } as const;
    const pending = (await lab.view(call)) as bigint;
    expect(pending).toBeGreaterThan(0n);
    expect((await read()).positions.filter(({ pool: { controller } }) => controller === chef)).toEqual([
      {
        name: "Rewards",
        pool: { controller: chef, index: "1" },
        positionIndex: String(tokenId),
        detail: { type: "reward", rewards: [{ token: cake, rawAmount: pending }] },
      },
    ]);
    await lab.write(BOB, { to: chef, abi: chefArtifact.abi, functionName: "harvest", args: [tokenId, BOB] });
    expect((await read()).positions.filter(({ pool: { controller } }) => controller === chef)).toEqual([]);
  });
});
