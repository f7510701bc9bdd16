import { erc20Abi } from "@portico/evm";
import type { Address } from "@portico/evm";
import { createCompiler } from "@portico/devnet";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureHeavy, HEAVY_DEXES } from "../testing/heavy.ts";
import { startLab } from "../testing/lab.ts";
import type { Lab } from "../testing/lab.ts";
import { simulateBurnOf, deployUniswapV2, provideV2, swapV2, v2Abi } from "../testing/uniswapV2.ts";
import type { UniswapV2Lab } from "../testing/uniswapV2.ts";
import { sushiswap } from "../sushiswap/sushiswap.ts";
import type { Chef } from "./chef.ts";

const ALICE: Address = "0x00000000000000000000000000000000000a11ce";
const BOB: Address = "0x0000000000000000000000000000000000000b0b";
const CAROL: Address = "0x00000000000000000000000000000000000ca401";
const UNIT = 10n ** 18n;

const compile = createCompiler({
  folder: "",
  from: HEAVY_DEXES,
  solc: "solc",
  settings: { optimizer: { enabled: true, runs: 200 } },
});

let lab: Lab;
let v2: UniswapV2Lab;
let sushi: Address;
let chef: Chef;
let abi: ReturnType<typeof compile>["abi"];

beforeAll(async () => {
  await ensureHeavy(HEAVY_DEXES);
  lab = await startLab("eth");
  v2 = await deployUniswapV2(lab, ALICE);
  const token = compile("@sushiswap/core/contracts/SushiToken.sol", "SushiToken");
  const master = compile("@sushiswap/core/contracts/MasterChef.sol", "MasterChef");
  ({ abi } = master);
  sushi = await lab.deploy(token, [], ALICE);
  const start = await lab.client.getBlockNumber();
  const address = await lab.deploy(master, [sushi, ALICE, 10n * UNIT, start, start + 40n], ALICE);
  chef = { address, reward: sushi, pending: "pendingSushi", generation: 1 };
  await lab.write(ALICE, { to: sushi, abi: token.abi, functionName: "mint", args: [BOB, 50n * UNIT] });
  await lab.write(ALICE, { to: sushi, abi: token.abi, functionName: "transferOwnership", args: [address] });
  await lab.write(ALICE, { to: address, abi, functionName: "add", args: [30n, sushi, true] });
  await lab.write(ALICE, { to: address, abi, functionName: "add", args: [70n, v2.pair, true] });
  for (const owner of [BOB, CAROL]) {
    await provideV2(lab, v2, owner, [1_000n * UNIT, 3_000n * UNIT]);
    await lab.write(owner, { to: v2.pair, abi: v2Abi, functionName: "approve", args: [address, 10n ** 30n] });
  }
  await lab.write(BOB, { to: sushi, abi: v2Abi, functionName: "approve", args: [address, 10n ** 30n] });
}, 600_000);
afterAll(() => lab.stop());

const contracts = () => ({ factory: v2.factory, chefs: [chef] });
const readFarms = async (owner: Address) => {
  const { positions, stages } = await lab.listPositions(sushiswap, contracts(), owner);
  return { stages, farms: positions.filter(({ pool }) => pool.controller === chef.address) };
};
const write = (owner: Address, functionName: string, args: readonly unknown[]) =>
  lab.write(owner, { to: chef.address, abi, functionName, args });
const readPending = async (pid: bigint, owner: Address) =>
  (await lab.view({ address: chef.address, abi, functionName: "pendingSushi", args: [pid, owner] })) as bigint;

describe("masterChefFamily on SushiSwap's MasterChef", () => {
  it("shows staked pairs as their tokens and stakes of the reward token itself, with earned rewards", async () => {
    await write(BOB, "deposit", [0n, 20n * UNIT]);
    await write(BOB, "deposit", [1n, 100n * UNIT]);
    await lab.mine(5);
    await write(CAROL, "deposit", [1n, 40n * UNIT]);
    await lab.mine(3);
    await swapV2(lab, v2, 1, 77n * UNIT);
    const { farms, stages } = await readFarms(BOB);
    const pending = [await readPending(0n, BOB), await readPending(1n, BOB)];
    expect(pending.every((amount) => amount > 0n)).toBe(true);
    expect(farms).toMatchObject([
      {
        name: "Staked",
        detail: {
          supplies: [{ token: sushi, rawAmount: 20n * UNIT }],
          rewards: [{ token: sushi, rawAmount: pending[0] }],
        },
        pool: { controller: chef.address, index: "0" },
      },
      {
        name: "Farming",
        detail: { supplies: v2.tokens.map((token) => ({ token })), rewards: [{ token: sushi, rawAmount: pending[1] }] },
        pool: { controller: chef.address, index: "1" },
      },
    ]);
    expect(stages).toBeLessThanOrEqual(3);
  });

  it("pays on withdrawal what was shown", async () => {
    const { farms } = await readFarms(CAROL);
    const before = await lab.view({ address: sushi, abi: erc20Abi, functionName: "balanceOf", args: [CAROL] });
    const pending = await readPending(1n, CAROL);
    expect(farms).toMatchObject([{ detail: { rewards: [{ rawAmount: pending }] } }]);
    await write(CAROL, "withdraw", [1n, 40n * UNIT]);
    const after = await lab.view({ address: sushi, abi: erc20Abi, functionName: "balanceOf", args: [CAROL] });
    expect(after - before).toBeGreaterThan(pending); // it is a block later
    const paid = await simulateBurnOf(lab, v2.pair, CAROL, 40n * UNIT);
    const [supplied] = farms.flatMap(({ detail }) => ("supplies" in detail ? [detail.supplies] : []));
    expect(supplied?.map(({ rawAmount }) => rawAmount)).toEqual(paid);
    expect((await readFarms(CAROL)).farms).toEqual([]);
  });

  it("knows the amounts and owners of its pools", async () => {
    const pools = (await lab.listPools(sushiswap, contracts())).filter(({ pool }) => pool.controller === chef.address);
    expect(pools).toMatchObject([
      {
        pool: { index: "1" },
        rawShares: 100n * UNIT,
        isNested: true,
        depositors: { by: "interaction", contract: chef.address, key: "0x1" },
      },
    ]);
    const query = { pool: { controller: chef.address, index: "1" }, owners: [BOB, CAROL] };
    expect(await lab.readShares(sushiswap, contracts(), query)).toEqual([100n * UNIT, 0n]);
  });
});
