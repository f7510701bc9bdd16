import type { Address } from "@portico/evm";
import { encodeFunctionData, encodeFunctionResult } from "viem";
import { expect, test } from "vitest";
import { pendleFamily } from "../../families/pendle/pendle.ts";
import { marketAbi, tokenAbi } from "../../families/pendle/pendleAbi.ts";
import { readDues } from "../../families/pendle/pendleDues.ts";
import { openLab } from "../openLab.ts";
import { deployPendle } from "../pendle.ts";
import type { PendleLab } from "../pendle.ts";
import { simulate } from "../simulate.ts";
import { compileTestContract } from "../contracts.ts";
import { contractAt } from "../testContract.ts";
import type { TestContract } from "../testContract.ts";
import {
  ALICE,
  BOB,
  CAROL,
  DAY,
  WHOLE,
  adapterOf,
  amountOf,
  at,
  common,
  deploy,
  lab,
  locked,
  unwrapIn,
} from "./yieldLab.ts";

const DAVE: Address = "0x00000000000000000000000000000000000da4e0";
const ERIN: Address = "0x00000000000000000000000000000000000e5140";
const MALLORY: Address = "0x0000000000000000000000000000000000a110e4";

let pendle: PendleLab;

/** Mints SY of a stake to a contract, as routers do before they call it. */
async function depositSy(receiver: TestContract, rawAmount: bigint): Promise<void> {
  await pendle.stake.write(ALICE, "mint", [ALICE, rawAmount]);
  await pendle.sy.write(ALICE, "deposit", [receiver.address, pendle.stake.address, rawAmount, 0n]);
}

async function startPendle(): Promise<void> {
  pendle = await deployPendle(lab, ALICE);
  await pendle.stake.write(ALICE, "approve", [pendle.sy.address, 2n ** 256n - 1n]);
  for (const owner of [ALICE, BOB]) {
    await depositSy(pendle.yt, 3_000n * WHOLE);
    await pendle.yt.write(owner, "mintPY", [owner, owner]);
    await depositSy(pendle.market, 1_000n * WHOLE);
    await pendle.pt.write(owner, "transfer", [pendle.market.address, 1_000n * WHOLE]);
    await pendle.market.write(owner, "mint", [owner, 1_000n * WHOLE, 1_000n * WHOLE]);
  }
  await lab.warp(DAY);
  await depositSy(pendle.market, 200n * WHOLE);
  await pendle.market.write(CAROL, "swapSyForExactPt", [CAROL, 100n * WHOLE, "0x"]);
  await pendle.sy.write(ALICE, "setRate", [(104n * WHOLE) / 100n]);
  await pendle.sy.write(ALICE, "distribute", [60n * WHOLE]);
  await lab.warp(3 * DAY);
}

const listPendle = async (owner: Address) => {
  const { positions, stages } = await lab.listPositions(adapterOf(pendleFamily), pendle.contracts, owner);
  expect(stages).toBeLessThanOrEqual(5);
  return positions;
};
const toSy = async (functionName: string, rawAmount: bigint) =>
  (rawAmount * (await pendle.oracle.view<bigint>(functionName, [pendle.market.address, 900]))) / WHOLE;

const deployPretender = ({ contracts, sy, pt, yt } = pendle) =>
  deploy("PendlePretender", [contracts.factories[0], sy.address, pt.address, yt.address]);

/** On the real bytecode. */
export function testPendle(): void {
  test("Pendle: PT, YT and shares of a market are what the oracle and the market say, with what claims pay", async () => {
    await startPendle();
    const { stake, market, pt, yt, reward } = pendle;
    const held = await pt.view<bigint>("balanceOf", [BOB]);
    const storage = await market.view<readonly bigint[]>("_storage");
    const [total, shares] = [await market.view<bigint>("totalSupply"), await market.view<bigint>("balanceOf", [BOB])];
    const [rawPt = 0n, rawSy = 0n] = storage.slice(0, 2).map((raw) => (raw * shares) / total);
    const [ofPt, ofYt, ofPtOfMarket] = [
      await toSy("getPtToSyRate", held),
      await toSy("getYtToSyRate", 3_000n * WHOLE),
      await toSy("getPtToSyRate", rawPt),
    ];
    const [paid, [interest, rewards]] = (await simulate(lab, [
      [market, "redeemRewards", [BOB]],
      [yt, "redeemDueInterestAndRewards", [BOB, true, true]],
    ])) as [readonly bigint[], readonly [bigint, readonly bigint[]]];
    const ofMarket = [amountOf(reward, paid[0]!), amountOf(pendle.pendle, paid[1]!)];
    const positions = await listPendle(BOB);
    expect(positions).toHaveLength(3);
    expect(positions).toContainEqual(common("Yield", pt, [amountOf(stake, ofPt)]));
    const dues = [amountOf(stake, interest), amountOf(reward, rewards[0]!)];
    expect(dues.every(({ rawAmount }) => rawAmount > WHOLE)).toBe(true);
    expect(positions).toContainEqual(common("Yield", yt, [amountOf(stake, ofYt)], dues));
    expect(positions).toContainEqual(
      common("Liquidity Pool", market, [amountOf(stake, rawSy + ofPtOfMarket)], ofMarket),
    );

    const rate = await pendle.sy.view<bigint>("exchangeRate");
    const toAsset = await pendle.oracle.view<bigint>("getPtToAssetRate", [market.address, 900]);
    expect(held * toAsset - ofPt * rate).toBeLessThan(held * 2n); // SY is counted by its asset, not one to one
  });

  test("Pendle: an SY that refuses to pay rewards hides no principal", async () => {
    const { sy, market } = pendle;
    await sy.write(ALICE, "refuseClaims", [true]);
    const positions = await listPendle(BOB);
    expect(positions.find(({ pool }) => pool.controller === market.address)).toMatchObject({
      detail: { supplies: [{ token: pendle.stake.address }], description: "Its rewards cannot be read." },
    });
    await sy.write(ALICE, "refuseClaims", [false]);
  });

  test("Pendle: rewards that are reported but do not arrive are none", async () => {
    const { stake, sy, pt, yt } = pendle;
    const { address } = await deploy("ReplayStandIn");
    const fake = contractAt(lab, compileTestContract("ReplayStandIn").abi, address);
    const [getter, args] = ["getRewardTokens", [BOB]] as const;
    const tokens = encodeFunctionResult({ abi: tokenAbi, functionName: getter, result: [stake.address] });
    const paid = encodeFunctionResult({ abi: marketAbi, functionName: "redeemRewards", result: [10n ** 30n] });
    await fake.write(ALICE, "record", [encodeFunctionData({ abi: tokenAbi, functionName: getter }), tokens]);
    const claim = encodeFunctionData({ abi: marketAbi, functionName: "redeemRewards", args });
    await fake.write(ALICE, "record", [claim, paid]);
    const token = { kind: "market", address, sy: sy.address, pt: pt.address, yt: yt.address, expiry: 0 } as const;
    const held = { owner: BOB, receipts: [], nfts: new Map(), interactions: [] };
    const dues = await readDues({ ...(await openLab(lab, pendle.contracts)), ...held }, token);
    expect(dues?.rewards).toEqual([]);
  });

  test("Pendle: a contract that claims to be a market is none", async () => {
    const before = await listPendle(CAROL);
    const pretender = await deployPretender();
    expect(await pretender.view("balanceOf", [CAROL])).toBe(10n ** 24n);
    expect(await listPendle(CAROL)).toMatchObject(before.map(({ pool, name }) => ({ pool, name })));
  });

  test("Pendle: a share of a market is worth the same elsewhere", async () => {
    const { market, stake } = pendle;
    const shares = await market.view<bigint>("balanceOf", [BOB]);
    const positions = await listPendle(BOB);
    const { detail } = positions.find(({ pool }) => pool.controller === market.address)!;
    const unwrapped = await unwrapIn(pendleFamily, pendle.contracts, { token: market.address, rawAmount: shares });
    expect(unwrapped).toEqual("supplies" in detail && detail.supplies);
    expect(await unwrapIn(pendleFamily, pendle.contracts, amountOf(stake, 1n))).toEqual([amountOf(stake, 1n)]);
  });

  test("Pendle: a PT is valued by the market that its owner bought it from", async () => {
    expect(await listPendle(CAROL)).toEqual([
      common("Yield", pendle.pt, [amountOf(pendle.stake, await toSy("getPtToSyRate", 100n * WHOLE))]),
    ]);
    await pendle.pt.write(CAROL, "transfer", [DAVE, 40n * WHOLE]);
    const unvalued = {
      name: "Yield",
      detail: { supplies: [amountOf(pendle.pt, 40n * WHOLE)], description: expect.any(String) as unknown },
    };
    expect(await listPendle(DAVE)).toMatchObject([unvalued]);
    const router = contractAt(lab, compileTestContract("PendleRouterStandIn").abi, pendle.contracts.router!);
    await router.write(MALLORY, "swap", [DAVE, (await deployPretender()).address]);
    expect(await listPendle(DAVE)).toMatchObject([unvalued]);
    await router.write(MALLORY, "swap", [DAVE, pendle.market.address]);
    expect(await listPendle(DAVE)).toEqual([
      common("Yield", pendle.pt, [amountOf(pendle.stake, await toSy("getPtToSyRate", 40n * WHOLE))]),
    ]);
  });

  test("Pendle: pools are all that the SY holds, once", async () => {
    const { sy, stake, pt, yt, market, contracts } = pendle;
    const pools = await lab.listPools(adapterOf(pendleFamily), contracts);
    const suppliesOf = ({ address }: TestContract) =>
      pools.find(({ pool }) => pool.controller === address)?.supplies ?? [];
    const [inYt, inMarket] = [
      await sy.view<bigint>("balanceOf", [yt.address]),
      await sy.view<bigint>("balanceOf", [market.address]),
    ];
    expect(suppliesOf(yt)).toEqual([amountOf(stake, inYt)]);
    const ofYt = pools.find(({ pool }) => pool.controller === yt.address)?.depositors;
    expect(ofYt).toEqual({ by: "receipt", token: yt.address, supplies: [] }); // what it holds is not its holders' alone
    const [, rawSy] = await market.view<readonly bigint[]>("_storage");
    expect(suppliesOf(market)).toEqual([
      amountOf(stake, rawSy!),
      amountOf(pt, await pt.view("balanceOf", [market.address])),
    ]);
    const others = inMarket - rawSy! + (await sy.view<bigint>("balanceOf", [ALICE])); // left by a swap, and its fee
    expect(inYt + rawSy! + others).toBe(await stake.view("balanceOf", [sy.address]));
  });

  test("Pendle: PENDLE is locked until its lock ends, and staked until its cooldown ends", async () => {
    const { pendle: token, votingEscrow, stakedPendle } = pendle;
    await token.write(ALICE, "mint", [ERIN, 100n * WHOLE]);
    for (const { address } of [votingEscrow, stakedPendle]) await token.write(ERIN, "approve", [address, 100n * WHOLE]);
    const week = 7 * DAY;
    const unlockAt = Math.ceil(Number((await lab.client.getBlock()).timestamp) / week + 10) * week;
    await votingEscrow.write(ERIN, "increaseLockPosition", [30n * WHOLE, unlockAt]);
    await stakedPendle.write(ERIN, "stake", [20n * WHOLE]);
    await stakedPendle.write(ERIN, "cooldown", [5n * WHOLE]);
    const cooledAt = Number((await lab.client.getBlock()).timestamp) + 14 * DAY;
    expect(await listPendle(ERIN)).toEqual([
      locked(votingEscrow, [amountOf(token, 30n * WHOLE)], unlockAt),
      { name: "Staked", ...at(stakedPendle), detail: { type: "common", supplies: [amountOf(token, 15n * WHOLE)] } },
      { ...locked(stakedPendle, [amountOf(token, 5n * WHOLE)], cooledAt), positionIndex: "cooldown" },
    ]);
    const pools = await lab.listPools(adapterOf(pendleFamily), pendle.contracts);
    const find = ({ address }: TestContract) => pools.find(({ pool }) => pool.controller === address);
    expect(find(stakedPendle)).toMatchObject({ supplies: [amountOf(token, 15n * WHOLE)], rawShares: 15n * WHOLE });
    expect(find(votingEscrow)).toMatchObject({ supplies: [amountOf(token, 30n * WHOLE)], rawShares: 30n * WHOLE });
    const query = { pool: { controller: votingEscrow.address }, owners: [ERIN, BOB] };
    expect(await lab.readShares(adapterOf(pendleFamily), pendle.contracts, query)).toEqual([30n * WHOLE, 0n]);
  });

  test("Pendle: an SY that reports more than it holds is worth what it holds", async () => {
    const { sy, stake, pt } = pendle;
    const held = await pt.view<bigint>("balanceOf", [BOB]);
    const expectPt = async (toShown: (rawSy: bigint) => bigint) => {
      const supplies = [amountOf(stake, toShown(await toSy("getPtToSyRate", held)))];
      const description = "Only what the SY itself holds is counted.";
      const detail = { type: "common", supplies, rewards: [], description };
      expect(await listPendle(BOB)).toContainEqual({ name: "Yield", ...at(pt), detail });
    };
    await sy.write(ALICE, "report", [1_000n * WHOLE]);
    await expectPt((rawSy) => rawSy);
    const [rawHeld, total] = [
      await stake.view<bigint>("balanceOf", [sy.address]),
      await sy.view<bigint>("totalSupply"),
    ];
    await sy.write(ALICE, "mint", [MALLORY, total]);
    await expectPt((rawSy) => (rawHeld * rawSy) / (total * 2n));
    await sy.write(ALICE, "report", [WHOLE]);
    await stake.write(ALICE, "mint", [sy.address, total]);
  });

  test("Pendle: after expiry a PT redeems its asset, and a YT is its dues only", async () => {
    const { expiry, stake, pt, yt, sy } = pendle;
    await lab.warp(expiry - Number((await lab.client.getBlock()).timestamp) + DAY);
    const held = await pt.view<bigint>("balanceOf", [BOB]);
    const [positions, [paid]] = [
      await listPendle(BOB),
      await simulate(lab, [[yt, "redeemDueInterestAndRewards", [BOB, true, true]]]),
    ];
    const [interest, rewards] = paid as readonly [bigint, readonly bigint[]];
    expect(positions).toContainEqual({
      name: "Rewards",
      ...at(yt),
      detail: { type: "reward", rewards: [amountOf(stake, interest), amountOf(pendle.reward, rewards[0]!)] },
    });
    const shown = positions.find(({ pool }) => pool.controller === pt.address);
    const before = await sy.view<bigint>("balanceOf", [BOB]);
    await pt.write(BOB, "transfer", [yt.address, held]);
    await yt.write(BOB, "redeemPY", [BOB]);
    const redeemed = (await sy.view<bigint>("balanceOf", [BOB])) - before;
    expect(redeemed).toBe((held * WHOLE) / (await sy.view<bigint>("exchangeRate")));
    expect(shown).toEqual(common("Yield", pt, [amountOf(stake, redeemed)]));
  });
}
