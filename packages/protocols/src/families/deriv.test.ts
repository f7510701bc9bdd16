import { chains, getChain } from "@portico/evm";
import type { Address } from "@portico/evm";
import { loadArtifact } from "@portico/devnet";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Adapter } from "../adapter.ts";
import { listOwnAddresses } from "../catalogue/catalogue.ts";
import { listAddresses } from "../catalogue/listAddresses.ts";
import { createChainReader, openContext } from "../chainReader.ts";
import { listDeployed, listParts } from "../deployed.ts";
import type { Family } from "../family.ts";
import { compileTestContract } from "../testing/contracts.ts";
import { startLab } from "../testing/lab.ts";
import type { Lab } from "../testing/lab.ts";
import { contractAt, deployContract } from "../testing/testContract.ts";
import type { TestContract } from "../testing/testContract.ts";
import { deployToken, tokenAbi } from "../testing/tokens.ts";
import { gmxV1Family } from "./gmx-v1/gmxV1.ts";
import { gmxV2Family } from "./gmx-v2/gmxV2.ts";
import { llamapayFamily } from "./llamapay/llamapay.ts";
import { masterchefFamily } from "./masterchef/masterchef.ts";
import { sablierFamily } from "./sablier/sablier.ts";
import { stakingOnlyFamily } from "./staking-only/stakingOnly.ts";
import { tombFamily } from "./tomb/tomb.ts";

const ALICE: Address = "0x00000000000000000000000000000000000a11ce";
const BOB: Address = "0x0000000000000000000000000000000000000b0b";
const CAROL: Address = "0x00000000000000000000000000000000000ca401";
const OTHER: Address = "0x00000000000000000000000000000000000007e4";
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
      async listPositions(context) {
        const emitters = context.interactions.map(({ contract }) => contract);
        const found = await identifyForks({ ...context, contracts: [context.contracts] }, emitters);
        const own = new Set([...found.keys(), ...listAddresses(context.contracts)]);
        const interactions = context.interactions.filter(({ contract }) => own.has(contract));
        return (await family.listPositions?.({ ...context, interactions })) ?? [];
      },
    }),
  };
}

/** On a chain whose index began after all that was done. */
const late = <Contracts>(family: Family<Contracts>): Family<Contracts> => ({
  ...family,
  signals: () => ({}),
  listPositions: async (context) => (await family.listPositions?.({ ...context, interactionsFrom: 7n })) ?? [],
});

/** Positions of an owner in the contracts of a row. */
async function readRow<Contracts>(
  family: Family<Contracts>,
  addresses: Record<string, Address[]>,
  owner: Address,
  variant = "",
) {
  const contracts = family.toContracts(addresses, { chain: "eth", variant });
  return (await lab.listPositions(toAdapter(family), contracts, owner)).positions;
}
const readPools = <Contracts>(family: Family<Contracts>, addresses: Record<string, Address[]>) =>
  lab.listPools(toAdapter(family), family.toContracts(addresses, { chain: "eth" }));

const openReads = async () => {
  const { number: blockNumber, timestamp } = await lab.client.getBlock();
  const block = { blockNumber, timeAt: Number(timestamp) };
  const reading = { rpc: lab.client, chain: getChain("eth"), block, memory: new Map() };
  return openContext(reading, createChainReader(reading), undefined);
};

/** What is wrong with the contracts of a row. */
async function checkRow<Contracts>(family: Family<Contracts>, addresses: Record<string, Address[]>) {
  return family.check?.({ ...(await openReads()), contracts: family.toContracts(addresses, { chain: "eth" }) });
}

beforeAll(async () => {
  lab = await startLab("eth");
  [plum, fig] = [await deployPlainToken("PLUM"), await deployPlainToken("FIG")];
});
afterAll(() => lab.stop());

const balanceOf = (token: TestContract, owner: Address) => token.view<bigint>("balanceOf", [owner]);

test("no staking contract of unknown code is also another family's or an adapter's", () => {
  const unknown = new Set(["masterchef", "staking-only", "pool2", "tomb"]);
  for (const { slug } of chains) {
    const parts = listDeployed(slug).flatMap(listParts);
    const readers = parts.filter(({ reader }) => reader.listPositions !== undefined);
    const others = readers.filter(({ row }) => row === undefined || !unknown.has(row.family));
    const own = others.flatMap(({ row, contracts }) => (row ? listOwnAddresses(row) : listAddresses(contracts)));
    const taken = new Set(own);
    const rows = readers.flatMap(({ row }) => (row !== undefined && unknown.has(row.family) ? [row] : []));
    const twice = rows.filter((row) => listOwnAddresses(row).some((address) => taken.has(address)));
    expect(twice).toEqual([]);
    const listed = rows.flatMap(listOwnAddresses);
    expect(listed.filter((address, index) => listed.indexOf(address) !== index)).toEqual([]);
  }
});

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

  test("pays no stake as a reward of the same token", async () => {
    const own = await deploy("ChefStandIn");
    await own.write(ALICE, "add", [plum.address]);
    await fund(plum, BOB, own);
    await own.write(BOB, "deposit", [0n, 9n * UNIT]);
    await plum.write(ALICE, "mint", [own.address, UNIT]);
    await lab.warp(60);
    const [position] = await readRow(masterchefFamily, { masterchef: [own.address], token: [plum.address] }, BOB);
    expect(position).toMatchObject({
      name: "Staked",
      detail: { supplies: [{ rawAmount: 9n * UNIT }], rewards: [{ token: plum.address, rawAmount: UNIT }] },
    });
  });

  test("has a check", async () => {
    expect(await checkRow(masterchefFamily, row())).toBeUndefined();
    expect(await checkRow(masterchefFamily, { masterchef: [plum.address] })).toContain("poolLength()");
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
    expect(await readRow(late(stakingOnlyFamily), row(farm), BOB)).toMatchObject([{ detail: { supplies, rewards } }]);
    expect(await readRow(late(stakingOnlyFamily), row(farm), CAROL)).toEqual([]);
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

  test("pays no stake as a reward of the same token", async () => {
    const chef = await deploy("SmartChefStandIn", [plum.address, plum.address]);
    for (const owner of [BOB, CAROL]) {
      await fund(plum, owner, chef);
      await chef.write(owner, "deposit", [5n * UNIT]);
    }
    await lab.warp(DAY); // more is pending than it holds
    const [position] = await readRow(stakingOnlyFamily, row(chef), BOB);
    const amounts = [{ token: plum.address, rawAmount: 5n * UNIT }];
    expect(position).toMatchObject({ name: "Staked", detail: { supplies: amounts, rewards: amounts } });
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
    const forks = [{ stakings: [] }, stakingOnlyFamily.toContracts(row(bar), { chain: "eth" })];
    const reads = { ...(await openReads()), contracts: forks };
    const claimed = await stakingOnlyFamily.identifyForks?.(reads, [plum.address, bar.address]);
    expect(claimed).toEqual(new Map([[bar.address, { fork: 1, identity: "receipt" }]]));
    const staked = await stakingOnlyFamily.unwrap?.(
      { ...reads, contracts: forks[1]! },
      { token: bar.address, rawAmount: shares },
    );
    await bar.write(CAROL, "leave", [shares]);
    const paid = (await balanceOf(plum, CAROL)) - before;
    expect(staked).toEqual([{ token: plum.address, rawAmount: paid }]);
    expect(position?.detail).toEqual({ type: "common", supplies: staked, rewards: [] });
    expect(pool).toMatchObject({
      supplies: [{ rawAmount: 194n * UNIT }],
      depositors: { by: "receipt", token: bar.address },
    });
  });

  test("reads a staked token with rewards as as many tokens, and as a receipt", async () => {
    const staked = await deploy("StakingReceiptStandIn", [plum.address, fig.address]);
    await fund(plum, BOB, staked);
    await staked.write(BOB, "stake", [8n * UNIT]);
    await plum.write(ALICE, "mint", [staked.address, UNIT]); // belongs to nobody yet
    const supplies = [{ token: plum.address, rawAmount: 8n * UNIT }];
    expect(await readRow(stakingOnlyFamily, row(staked), BOB)).toMatchObject([{ detail: { supplies } }]);
    const contracts = stakingOnlyFamily.toContracts(row(staked), { chain: "eth" });
    const reads = await openReads();
    const claimed = await stakingOnlyFamily.identifyForks?.({ ...reads, contracts: [contracts] }, [staked.address]);
    expect(claimed?.get(staked.address)?.identity).toBe("receipt");
    const receipt = { token: staked.address, rawAmount: 3n };
    expect(await stakingOnlyFamily.unwrap?.({ ...reads, contracts }, receipt)).toEqual([
      { token: plum.address, rawAmount: 3n },
    ]);
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

  test("reads a chef's pools, and takes no staked token for its reward", async () => {
    const chef = await deploy("ChefStandIn");
    await chef.write(ALICE, "add", [plum.address]);
    await fund(plum, BOB, chef);
    await chef.write(BOB, "deposit", [0n, UNIT]);
    const [position] = await readRow(stakingOnlyFamily, row(chef), BOB);
    expect(position).toMatchObject({
      name: "Farming",
      detail: { supplies: [{ token: plum.address, rawAmount: UNIT }], rewards: [] },
      pool: { controller: chef.address, index: "0" },
    });
    expect(await readPools(stakingOnlyFamily, row(chef))).toEqual([]); // it may hold its reward too
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
    expect(await checkRow(stakingOnlyFamily, row(plum))).toBe("staking has no known shape"); // its own token
  });
});

describe("gmxV1Family", () => {
  const USD = 10n ** 30n;
  let vault: TestContract;
  let manager: TestContract;
  let router: TestContract;
  let glp: TestContract;
  let tracker: TestContract;
  let gmxTracker: TestContract;
  const row = () => ({ vault: [vault.address] });

  beforeAll(async () => {
    vault = await deploy("GmxVaultStandIn");
    glp = await deployPlainToken("GLP");
    manager = await deploy("GlpManagerStandIn", [vault.address, glp.address]);
    tracker = await deploy("RewardTrackerStandIn", [fig.address]);
    gmxTracker = await deploy("RewardTrackerStandIn", [fig.address]);
    const of = [manager.address, glp.address, plum.address, tracker.address, gmxTracker.address];
    router = await deploy("RewardRouterStandIn", of);
    await vault.write(ALICE, "list", [plum.address, false, 20n * USD]);
    await vault.write(ALICE, "list", [fig.address, true, USD]);
    await vault.write(ALICE, "setManager", [manager.address]);
    await manager.write(ALICE, "setHandler", [router.address]);
    for (const token of [plum, fig]) {
      await fund(token, ALICE, vault);
      await vault.write(ALICE, "provide", [token.address, 1_000n * UNIT]);
    }
  });

  test.each([
    ["Long", true],
    ["Short", false],
  ] as const)("reads a %s position as what closing pays", async (side, isLong) => {
    const collateral = isLong ? plum : fig;
    await vault.write(ALICE, "setPrice", [plum.address, 20n * USD, 0n]);
    await vault.write(BOB, "increasePosition", [collateral.address, plum.address, 100n * USD, 500n * USD, isLong]);
    await vault.write(ALICE, "setPrice", [plum.address, isLong ? 22n * USD : 19n * USD, 3_000n]);
    const positions = await readRow(gmxV1Family, row(), BOB);
    const position = positions.find(({ detail }) => detail.type === "perpetuals" && detail.side === side);
    const closed = [BOB, collateral.address, plum.address, isLong];
    expect(position).toMatchObject({
      name: "Perpetuals",
      pool: { controller: vault.address },
      detail: {
        size: { token: plum.address, rawAmount: 25n * UNIT },
        quote: fig.address,
        pays: { token: collateral.address, rawAmount: await vault.view<bigint>("previewClose", closed) },
        entryPrice: 20,
        markPrice: isLong ? 22 : 19,
      },
    });
    expect(await readRow(late(gmxV1Family), row(), BOB)).toEqual(positions);
  });

  test("reads staked liquidity as its part of the vault, at the manager's price, and its rewards", async () => {
    await manager.write(ALICE, "setAum", [10_000n * UNIT]); // of 23,000 USD; 13,000 are owed to positions
    await vault.write(ALICE, "setPrice", [plum.address, 22n * USD, 3_000n]);
    await fund(glp, CAROL, tracker, 30n * UNIT);
    await fund(glp, ALICE, tracker, 70n * UNIT);
    await fund(plum, CAROL, gmxTracker);
    await fig.write(ALICE, "mint", [tracker.address, 10n ** 30n]);
    await router.write(CAROL, "stakeGlp", [30n * UNIT]);
    await router.write(CAROL, "stakeGmx", [4n * UNIT]);
    await lab.warp(60);
    const claimable = await tracker.view<bigint>("claimable", [CAROL]);
    const part = (3n * 1_000n * UNIT * 10_000n) / (10n * 23_000n);
    expect(await readRow(gmxV1Family, row(), CAROL)).toMatchObject([
      {
        name: "Liquidity Pool",
        detail: {
          supplies: [
            { token: plum.address, rawAmount: part },
            { token: fig.address, rawAmount: part },
          ],
          rewards: [{ token: fig.address, rawAmount: claimable }],
        },
        pool: { controller: vault.address },
      },
      { name: "Staked", detail: { supplies: [{ token: plum.address, rawAmount: 4n * UNIT }] } },
    ]);
  });

  test("ignores managers and routers that the vault does not admit", async () => {
    const other = await deploy("GlpManagerStandIn", [vault.address, glp.address]);
    const of = [manager.address, glp.address, plum.address, tracker.address, gmxTracker.address];
    const stray = await deploy("RewardRouterStandIn", of);
    await fund(glp, OTHER, other, 5n * UNIT);
    await other.write(OTHER, "addLiquidityForAccount", [OTHER, 5n * UNIT]);
    await fund(plum, OTHER, gmxTracker);
    await stray.write(OTHER, "stakeGmx", [UNIT]);
    expect(await readRow(gmxV1Family, row(), OTHER)).toEqual([]);
    await manager.write(OTHER, "addLiquidityForAccount", [OTHER, 5n * UNIT]);
    expect(await readRow(gmxV1Family, row(), OTHER)).toMatchObject([{ name: "Liquidity Pool" }]);
  });

  test("counts the pool up to the vault's balances", async () => {
    await vault.write(ALICE, "setPoolAmount", [plum.address, 10n ** 30n]);
    const held = await balanceOf(plum, vault.address);
    const [pool] = await readPools(gmxV1Family, row());
    expect(pool?.supplies).toContainEqual({ token: plum.address, rawAmount: held });
    expect(await checkRow(gmxV1Family, row())).toBeUndefined();
    expect(await checkRow(gmxV1Family, { vault: [plum.address] })).toBe(
      "allWhitelistedTokensLength() of the vault does not respond",
    );
  });
});

describe("gmxV2Family", () => {
  test("reads shares of markets, and of vaults of markets, as the pool's tokens, up to their balances", async () => {
    const store = await deploy("GmxStoreStandIn");
    const row = { eventEmitter: [store.address] };
    const market = await deploy("MarketTokenStandIn", [store.address]);
    const vault = await deploy("MarketTokenStandIn", [store.address]);
    const unlisted = await deploy("MarketTokenStandIn", [store.address]);
    await store.write(ALICE, "addMarket", [market.address, plum.address, fig.address]);
    await store.write(ALICE, "addVault", [vault.address, market.address]);
    await store.write(ALICE, "setPoolAmount", [market.address, plum.address, 800n]);
    await store.write(ALICE, "setPoolAmount", [market.address, fig.address, 10n ** 40n]);
    await plum.write(ALICE, "mint", [market.address, 1_000n]); // 200 secure positions
    await fig.write(ALICE, "mint", [market.address, 4_000n]);
    for (const [token, owner, amount] of [
      [market, BOB, 25n],
      [market, vault.address, 75n],
      [vault, CAROL, 10n],
      [vault, ALICE, 20n],
      [unlisted, BOB, 10n],
    ] as const)
      await token.write(ALICE, "mint", [owner, amount]);
    const supplies = (rawPlum: bigint, rawFig: bigint) => [
      { token: plum.address, rawAmount: rawPlum },
      { token: fig.address, rawAmount: rawFig },
    ];
    expect(await readRow(gmxV2Family, row, BOB)).toEqual([
      {
        name: "Liquidity Pool",
        detail: { type: "common", supplies: supplies(200n, 1_000n) },
        pool: { controller: market.address },
      },
    ]);
    expect(await readRow(gmxV2Family, row, CAROL)).toMatchObject([{ detail: { supplies: supplies(200n, 1_000n) } }]);
    expect(await readPools(gmxV2Family, row)).toMatchObject([
      { supplies: supplies(800n, 4_000n), rawShares: 100n, depositors: { by: "receipt", token: market.address } },
      { supplies: supplies(600n, 3_000n), rawShares: 30n, isNested: true },
    ]);
    const reads = { ...(await openReads()), contracts: { eventEmitter: store.address } };
    const farmed = { token: vault.address, rawAmount: 10n };
    expect(await gmxV2Family.unwrap?.(reads, farmed)).toEqual(supplies(200n, 1_000n));
    expect(await checkRow(gmxV2Family, row)).toBeUndefined();
    expect(await checkRow(gmxV2Family, { eventEmitter: [plum.address] })).toContain("names a data store");
  });
});

describe("sablierFamily", () => {
  test("reads what a recipient has not withdrawn of a lockup, and what it can withdraw", async () => {
    const lockup = await deploy("LockupStandIn");
    const row = { streams: [lockup.address] };
    await fund(plum, ALICE, lockup);
    const start = Number((await lab.client.getBlock()).timestamp);
    const times = { start, cliff: start + DAY, end: start + 11 * DAY };
    const amounts = { deposited: 120n, withdrawn: 0n, refunded: 0n, unlockedAtStart: 5n, unlockedAtCliff: 15n };
    const stream = { token: plum.address, recipient: BOB, ...amounts, ...times, isCanceled: false };
    await lockup.write(ALICE, "create", [stream]);
    await lab.warp(3 * DAY);
    await lockup.write(BOB, "withdraw", [1n, BOB, 30n]);
    const rawClaimable = await lockup.view<bigint>("withdrawableAmountOf", [1n]);
    const detail = { type: "vesting", token: { token: plum.address, rawAmount: 90n }, rawClaimable };
    expect(rawClaimable).toBeGreaterThan(0n);
    expect(await readRow(sablierFamily, row, BOB)).toEqual([
      {
        name: "Vesting",
        detail: { ...detail, rawDailyUnlock: 10n, endAt: times.end },
        pool: { controller: lockup.address },
        positionIndex: "1",
      },
    ]);
    await lockup.write(ALICE, "cancel", [1n]);
    const left = await lockup.view<bigint>("withdrawableAmountOf", [1n]);
    const [canceled] = await readRow(sablierFamily, row, BOB);
    expect(canceled?.detail).toEqual({
      type: "vesting",
      token: { token: plum.address, rawAmount: left },
      rawClaimable: left,
      endAt: times.end,
    });
  });

  test("divides a flow between its recipient and its sender", async () => {
    const flow = await deploy("FlowStandIn");
    const row = { streams: [flow.address] };
    await fund(plum, ALICE, flow);
    await flow.write(ALICE, "createAndDeposit", [BOB, 2n, plum.address, 1_000_000n]);
    await lab.warp(DAY);
    const amountOf = (view: string) => flow.view<bigint>(view, [1n]);
    const [[received], [sent]] = [
      await readRow(sablierFamily, row, BOB, "SablierFlow v1.1"),
      await readRow(sablierFamily, row, ALICE, "SablierFlow v1.1"),
    ];
    const rawAmount = await amountOf("withdrawableAmountOf");
    expect(received?.detail).toEqual({
      type: "vesting",
      token: { token: plum.address, rawAmount },
      rawClaimable: rawAmount,
      rawDailyUnlock: BigInt(2 * DAY),
    });
    expect(sent).toMatchObject({
      name: "Deposit",
      detail: { supplies: [{ token: plum.address, rawAmount: await amountOf("refundableAmountOf") }] },
    });
    expect(await checkRow(sablierFamily, row)).toBeUndefined();
  });
});

test("llamapayFamily reads each stream of a recipient, and what is left to the payer", async () => {
  const pay = await deploy("LlamaPayStandIn", [plum.address]);
  const row = { factory: [pay.address] };
  await fund(plum, ALICE, pay);
  await pay.write(ALICE, "deposit", [1_000_000n]);
  for (const rate of [300n, 500n]) await pay.write(ALICE, "createStream", [BOB, rate]);
  await lab.warp(DAY);
  const withdrawable = async (rate: bigint) => (await pay.view<[bigint]>("withdrawable", [ALICE, BOB, rate]))[0];
  const streams = await readRow(llamapayFamily, row, BOB);
  expect(streams.map(({ detail }) => detail)).toEqual(
    await Promise.all(
      [300n, 500n].map(async (rate) => ({
        type: "vesting",
        token: { token: plum.address, rawAmount: await withdrawable(rate) },
        rawClaimable: await withdrawable(rate),
        rawDailyUnlock: (rate * BigInt(DAY)) / 100n,
      })),
    ),
  );
  const supplies = [{ token: plum.address, rawAmount: await pay.view<bigint>("getPayerBalance", [ALICE]) }];
  expect(await readRow(llamapayFamily, row, ALICE)).toMatchObject([{ name: "Deposit", detail: { supplies } }]);
  expect(await readPools(llamapayFamily, row)).toMatchObject([{ supplies: [{ rawAmount: 1_000_000n }] }]);
  await pay.write(ALICE, "cancelStream", [BOB, 500n]);
  expect(await readRow(llamapayFamily, row, BOB)).toHaveLength(1);
  expect(await checkRow(llamapayFamily, row)).toBeUndefined();
});

test("tombFamily reads staked shares, and stakes of the pools that pay them", async () => {
  const [masonry, rewardPool] = [await deploy("StakesStandIn"), await deploy("ChefStandIn")];
  await rewardPool.write(ALICE, "add", [fig.address]);
  await fund(plum, BOB, masonry);
  await fund(fig, BOB, rewardPool);
  await masonry.write(BOB, "stake", [plum.address, 3n]);
  await rewardPool.write(BOB, "deposit", [0n, 5n]);
  const row = { share: [plum.address], masonry: [masonry.address], rewardPool: [rewardPool.address] };
  expect(await readRow(tombFamily, row, BOB)).toMatchObject([
    { name: "Farming", detail: { supplies: [{ token: fig.address, rawAmount: 5n }] } },
    { name: "Staked", detail: { supplies: [{ token: plum.address, rawAmount: 3n }] } },
  ]);
});
