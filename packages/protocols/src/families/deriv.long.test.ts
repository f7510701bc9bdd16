import type { Address } from "@portico/evm";
import { loadArtifact } from "@portico/devnet";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Family } from "../family.ts";
import { ensureHeavy, HEAVY_DEXES } from "../testing/heavy.ts";
import { startLab } from "../testing/lab.ts";
import type { Lab } from "../testing/lab.ts";
import { contractAt, deployContract } from "../testing/testContract.ts";
import type { TestContract } from "../testing/testContract.ts";
import { deployToken, tokenAbi } from "../testing/tokens.ts";
import { masterchefFamily } from "./masterchef/masterchef.ts";
import { stakingOnlyFamily } from "./staking-only/stakingOnly.ts";

const ALICE: Address = "0x00000000000000000000000000000000000a11ce";
const BOB: Address = "0x0000000000000000000000000000000000000b0b";
const UNIT = 10n ** 18n;

const artifactOf = (path: string) =>
  loadArtifact("@traderjoe-xyz/core", `artifacts/contracts/${path}.json`, {}, HEAVY_DEXES);

let lab: Lab;
let joe: TestContract;
let lp: TestContract;
let bonus: TestContract;

beforeAll(async () => {
  await ensureHeavy(HEAVY_DEXES);
  lab = await startLab("avax");
  joe = await deployContract(lab, artifactOf("JoeToken.sol/JoeToken"), [], ALICE);
  lp = contractAt(lab, tokenAbi, await deployToken(lab, "JLP", ALICE));
  bonus = contractAt(lab, tokenAbi, await deployToken(lab, "BONUS", ALICE));
  await joe.write(ALICE, "mint", [BOB, 1_000n * UNIT]);
}, 600_000);
afterAll(() => lab.stop());

async function readRow<Contracts>(family: Family<Contracts>, addresses: Record<string, Address[]>) {
  const adapter = { ...family, id: family.name, siteUrl: "", category: "farm", deployments: {} } as const;
  const { positions } = await lab.listPositions(adapter, family.toContracts(addresses, { chain: "avax" }), BOB);
  return positions;
}

test("Trader Joe's bar is read as what leaving pays", async () => {
  const bar = await deployContract(lab, artifactOf("JoeBar.sol/JoeBar"), [joe.address], ALICE);
  await joe.write(BOB, "approve", [bar.address, 10n ** 30n]);
  await bar.write(BOB, "enter", [70n * UNIT]);
  await joe.write(ALICE, "mint", [bar.address, 11n * UNIT]);
  const row = { staking: [bar.address], token: [joe.address] };
  const receipts = async () => {
    const contracts = stakingOnlyFamily.toContracts(row, { chain: "avax" });
    const adapter = {
      ...stakingOnlyFamily,
      ...({ id: "bar", siteUrl: "", category: "farm", deployments: {} } as const),
      signals: () => ({ tokens: [bar.address] }),
    };
    return (await lab.listPositions(adapter, contracts, BOB)).positions;
  };
  const [position] = await receipts();
  const before = await joe.view<bigint>("balanceOf", [BOB]);
  await bar.write(BOB, "leave", [70n * UNIT]);
  const rawAmount = (await joe.view<bigint>("balanceOf", [BOB])) - before;
  expect(rawAmount).toBe(81n * UNIT);
  expect(position?.detail).toMatchObject({ supplies: [{ token: joe.address, rawAmount }] });
});

test("Trader Joe's MasterChef, without its views in the row, pays what is shown, with its bonus", async () => {
  const { timestamp } = await lab.client.getBlock();
  const of = [joe.address, ALICE, ALICE, ALICE, UNIT, timestamp + 100n, 200n, 200n, 100n];
  const chef = await deployContract(lab, artifactOf("MasterChefJoeV2.sol/MasterChefJoeV2"), of, ALICE);
  await joe.write(ALICE, "transferOwnership", [chef.address]);
  const rewarder = await deployContract(
    lab,
    artifactOf("rewarders/SimpleRewarderPerSec.sol/SimpleRewarderPerSec"),
    [bonus.address, lp.address, 3n * UNIT, chef.address, false],
    ALICE,
  );
  await bonus.write(ALICE, "mint", [rewarder.address, 10n ** 24n]);
  await chef.write(ALICE, "add", [100n, lp.address, rewarder.address]);
  await lp.write(ALICE, "mint", [BOB, 40n * UNIT]);
  await lp.write(BOB, "approve", [chef.address, 10n ** 30n]);
  await chef.write(BOB, "deposit", [0n, 40n * UNIT]);
  await lab.warp(3_600);
  const [pendingJoe, , , pendingBonus] = await chef.view<[bigint, Address, string, bigint]>("pendingTokens", [0n, BOB]);
  expect(pendingJoe).toBeGreaterThan(0n);
  expect(pendingBonus).toBeGreaterThan(0n);
  expect(await readRow(masterchefFamily, { masterchef: [chef.address] })).toEqual([
    {
      name: "Farming",
      detail: {
        type: "common",
        supplies: [{ token: lp.address, rawAmount: 40n * UNIT }],
        rewards: [
          { token: joe.address, rawAmount: pendingJoe },
          { token: bonus.address, rawAmount: pendingBonus },
        ],
      },
      pool: { controller: chef.address, index: "0" },
    },
  ]);
});
