import { getChain } from "@portico/evm";
import type { Address } from "@portico/evm";
import { loadArtifact } from "@portico/devnet";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Adapter } from "../adapter.ts";
import { createChainReader, openContext } from "../chainReader.ts";
import type { Family } from "../family.ts";
import { compileTestContract } from "../testing/contracts.ts";
import { startLab } from "../testing/lab.ts";
import type { Lab } from "../testing/lab.ts";
import { contractAt, deployContract } from "../testing/testContract.ts";
import type { TestContract } from "../testing/testContract.ts";
import { deployToken, tokenAbi } from "../testing/tokens.ts";
import { masterchefFamily } from "./masterchef/masterchef.ts";
import { stakingOnlyFamily } from "./staking-only/stakingOnly.ts";

const ALICE: Address = "0x00000000000000000000000000000000000a11ce";
const BOB: Address = "0x0000000000000000000000000000000000000b0b";
const CAROL: Address = "0x00000000000000000000000000000000000ca401";
const UNIT = 10n ** 18n;
const DAY = 86_400;

let lab: Lab;
/** The token that is staked, and the one that is paid. */
let plum: TestContract;
let fig: TestContract;

const deployPlainToken = async (symbol: string) => contractAt(lab, tokenAbi, await deployToken(lab, symbol, ALICE));
const deploy = (name: string, args: readonly unknown[] = []) =>
  deployContract(lab, compileTestContract(name), args, ALICE);
const fund = async (token: TestContract, owner: Address, spender: TestContract, amount = 1_000n * UNIT) => {
  await token.write(ALICE, "mint", [owner, amount]);
  await token.write(owner, "approve", [spender.address, amount]);
};

/** A row of a family as an adapter: interactions reach it only from contracts that it identifies or lists. */
function toAdapter<Contracts>(family: Family<Contracts>): Adapter<Contracts> {
  const { identifyForks } = family;
  return {
    ...family,
    id: family.name,
    siteUrl: "",
    category: "other",
    deployments: {},
    ...(identifyForks && {
      async identify(context, candidates) {
        const found = await identifyForks({ ...context, contracts: [context.contracts] }, candidates);
        return new Map([...found].map(([address, { identity }]) => [address, identity]));
      },
    }),
  };
}

/** Positions of an owner in the contracts of a row. */
async function readRow<Contracts>(family: Family<Contracts>, addresses: Record<string, Address[]>, owner: Address) {
  const contracts = family.toContracts(addresses, { chain: "eth" });
  return (await lab.listPositions(toAdapter(family), contracts, owner)).positions;
}
const readPools = <Contracts>(family: Family<Contracts>, addresses: Record<string, Address[]>) =>
  lab.listPools(toAdapter(family), family.toContracts(addresses, { chain: "eth" }));

/** What is wrong with the contracts of a row. */
async function checkRow<Contracts>(family: Family<Contracts>, addresses: Record<string, Address[]>) {
  const { number: blockNumber, timestamp } = await lab.client.getBlock();
  const block = { blockNumber, timeAt: Number(timestamp) };
  const reading = { rpc: lab.client, chain: getChain("eth"), block, memory: new Map() };
  const contracts = family.toContracts(addresses, { chain: "eth" });
  return family.check?.({ ...openContext(reading, createChainReader(reading), contracts), contracts });
}

beforeAll(async () => {
  lab = await startLab("eth");
  [plum, fig] = [await deployPlainToken("PLUM"), await deployPlainToken("FIG")];
});
afterAll(() => lab.stop());

const balanceOf = (token: TestContract, owner: Address) => token.view<bigint>("balanceOf", [owner]);

describe("masterchefFamily", () => {
  let chef: TestContract;
  const row = () => ({ masterchef: [chef.address], token: [plum.address] });

  beforeAll(async () => {
    chef = await deploy("ChefStandIn");
    await chef.write(ALICE, "add", [fig.address]);
    await fund(fig, BOB, chef);
    await plum.write(ALICE, "mint", [chef.address, 50_000n * UNIT]);
    await chef.write(BOB, "deposit", [0n, 300n * UNIT]);
    await lab.warp(60);
  });

  test("reads the pending view that is named after the reward token", async () => {
    const pending = await chef.view<bigint>("pendingPlum", [0n, BOB]);
    expect(pending).toBeGreaterThan(0n);
    expect(await readRow(masterchefFamily, row(), BOB)).toEqual([
      {
        name: "Farming",
        detail: {
          type: "common",
          supplies: [{ token: fig.address, rawAmount: 300n * UNIT }],
          rewards: [{ token: plum.address, rawAmount: pending }],
        },
        pool: { controller: chef.address, index: "0" },
      },
    ]);
  });

  test("counts stakes and rewards of an unverified chef up to its balances", async () => {
    await chef.write(ALICE, "setStake", [0n, CAROL, 10n ** 30n]);
    await lab.warp(60);
    const [position] = await readRow(masterchefFamily, row(), CAROL);
    expect(position?.detail).toMatchObject({
      supplies: [{ rawAmount: await balanceOf(fig, chef.address) }],
      rewards: [{ rawAmount: await balanceOf(plum, chef.address) }],
    });
  });

  test("has the staked balance as its pool, shared by stakes", async () => {
    const [pool] = await readPools(masterchefFamily, row());
    expect(pool).toMatchObject({ supplies: [{ token: fig.address, rawAmount: 300n * UNIT }], rawShares: 300n * UNIT });
  });
});

describe("stakingOnlyFamily", () => {
  const row = (staking: TestContract) => ({ staking: [staking.address], token: [plum.address] });

  test("reads StakingRewards", async () => {
    const artifact = loadArtifact("@uniswap/liquidity-staker", "build/StakingRewards.json", {}, import.meta.url);
    const farm = await deployContract(lab, artifact, [ALICE, fig.address, plum.address], ALICE);
    await fund(plum, BOB, farm);
    await fig.write(ALICE, "mint", [farm.address, 1_000n * UNIT]);
    await farm.write(BOB, "stake", [70n * UNIT]);
    await farm.write(ALICE, "notifyRewardAmount", [1_000n * UNIT]);
    await lab.warp(DAY);
    const earned = await farm.view<bigint>("earned", [BOB]);
    const supplies = [{ token: plum.address, rawAmount: 70n * UNIT }];
    const rewards = [{ token: fig.address, rawAmount: earned }];
    expect(earned).toBeGreaterThan(0n);
    expect(await readRow(stakingOnlyFamily, row(farm), BOB)).toEqual([
      { name: "Farming", detail: { type: "common", supplies, rewards }, pool: { controller: farm.address } },
    ]);
    expect(await readPools(stakingOnlyFamily, row(farm))).toMatchObject([{ supplies, rawShares: 70n * UNIT }]);
  });

  test("reads a SmartChef", async () => {
    const chef = await deploy("SmartChefStandIn", [plum.address, fig.address]);
    await fund(plum, BOB, chef);
    await fig.write(ALICE, "mint", [chef.address, 5_000n * UNIT]);
    await chef.write(BOB, "deposit", [5n * UNIT]);
    await lab.warp(60);
    const rewards = [{ token: fig.address, rawAmount: await chef.view<bigint>("pendingReward", [BOB]) }];
    const supplies = [{ token: plum.address, rawAmount: 5n * UNIT }];
    expect(await readRow(stakingOnlyFamily, row(chef), BOB)).toMatchObject([{ detail: { supplies, rewards } }]);
  });

  test("reads shares of a bar as what leaving pays", async () => {
    const bar = await deploy("BarStandIn", [plum.address]);
    for (const owner of [BOB, CAROL]) {
      await fund(plum, owner, bar);
      await bar.write(owner, "enter", [90n * UNIT]);
      await plum.write(ALICE, "mint", [bar.address, 7n * UNIT]);
    }
    const [position] = await readRow(stakingOnlyFamily, row(bar), CAROL);
    const before = await balanceOf(plum, CAROL);
    const shares = await balanceOf(bar, CAROL);
    const [pool] = await readPools(stakingOnlyFamily, row(bar));
    await bar.write(CAROL, "leave", [shares]);
    const paid = (await balanceOf(plum, CAROL)) - before;
    expect(position?.detail).toEqual({
      type: "common",
      supplies: [{ token: plum.address, rawAmount: paid }],
      rewards: [],
    });
    expect(pool).toMatchObject({
      supplies: [{ rawAmount: 194n * UNIT }],
      depositors: { by: "receipt", token: bar.address },
    });
  });

  test("reads locks of a voting escrow", async () => {
    const escrow = await deploy("EscrowStandIn", [plum.address]);
    await fund(plum, BOB, escrow);
    await escrow.write(BOB, "create_lock", [40n * UNIT, 2_000_000_000n]);
    expect(await readRow(stakingOnlyFamily, row(escrow), BOB)).toEqual([
      {
        name: "Locked",
        detail: {
          type: "locked",
          supplies: [{ token: plum.address, rawAmount: 40n * UNIT }],
          unlockAt: 2_000_000_000,
        },
        pool: { controller: escrow.address },
      },
    ]);
  });

  test("reads a chef's pools", async () => {
    const chef = await deploy("ChefStandIn");
    await chef.write(ALICE, "add", [plum.address]);
    await fund(plum, BOB, chef);
    await chef.write(BOB, "deposit", [0n, UNIT]);
    const [position] = await readRow(stakingOnlyFamily, row(chef), BOB);
    expect(position).toMatchObject({
      name: "Staked",
      detail: { supplies: [{ token: plum.address, rawAmount: UNIT }] },
      pool: { controller: chef.address, index: "0" },
    });
  });

  test("takes an amount of unknown code only if the contract holds it", async () => {
    const staking = await deploy("StakesStandIn");
    await fund(plum, BOB, staking);
    await staking.write(BOB, "stake", [plum.address, 6n * UNIT]);
    const supplies = [{ token: plum.address, rawAmount: 6n * UNIT }];
    expect(await readRow(stakingOnlyFamily, row(staking), BOB)).toMatchObject([{ detail: { supplies } }]);
    await staking.write(ALICE, "setStake", [CAROL, 10n ** 40n]);
    expect(await readRow(stakingOnlyFamily, row(staking), CAROL)).toEqual([]);
  });

  test("leaves out a contract of no known shape", async () => {
    expect(await checkRow(stakingOnlyFamily, row(await deploy("StakesStandIn")))).toBeUndefined();
    const other = await deploy("DoubleRewarder", [plum.address]);
    expect(await checkRow(stakingOnlyFamily, row(other))).toBe("staking has no known shape");
    expect(await readRow(stakingOnlyFamily, row(plum), BOB)).toEqual([]); // its own token
  });
});
