import type { Address } from "@portico/evm";
import { expect, test } from "vitest";
import { spectraFamily } from "../../families/spectra/spectra.ts";
import { readPtValue, readShareValue } from "../../families/spectra/spectraValues.ts";
import { compileTestContract } from "../contracts.ts";
import { openLab } from "../openLab.ts";
import { deployContract } from "../testContract.ts";
import {
  ALICE,
  BOB,
  CAROL,
  DAY,
  WHOLE,
  adapterOf,
  amountOf,
  at,
  deploy,
  lab,
  startToken,
  unwrapIn,
} from "./yieldLab.ts";

const adapter = adapterOf(spectraFamily);
const deployPart = (contract: string, args: readonly unknown[]) =>
  deployContract(lab, compileTestContract("SpectraStandIn", contract), args);

/** On stand-ins: no package ships the bytecode. */
export function testSpectra(): void {
  test("Spectra: a PT is locked until it matures, its YT earns, and a pool's share is both of its tokens", async () => {
    const [factory, ibt] = [await deploy("SpectraStandIn"), await startToken("IBT")];
    const maturity = Number((await lab.client.getBlock()).timestamp) + 30 * DAY;
    const [pt, fake] = [
      await deployPart("PrincipalTokenStandIn", [ibt.address, maturity]),
      await deployPart("PrincipalTokenStandIn", [ibt.address, maturity]),
    ];
    const pool = await deployPart("CurvePoolStandIn", [ibt.address, pt.address, (8n * WHOLE) / 10n]);
    await factory.write(ALICE, "register", [pt.address]);
    await ibt.write(ALICE, "mint", [BOB, 1_000n * WHOLE]);
    for (const one of [pt, fake]) {
      await ibt.write(BOB, "approve", [one.address, 100n * WHOLE]);
      await one.write(BOB, "depositIBT", [100n * WHOLE, BOB]);
    }
    await pt.write(ALICE, "setRate", [(12n * WHOLE) / 10n]);
    await ibt.write(BOB, "transfer", [pool.address, 30n * WHOLE]);
    await pt.write(BOB, "transfer", [pool.address, 40n * WHOLE]);
    await pool.write(ALICE, "mint", [CAROL, 3n * WHOLE]);
    await pool.write(ALICE, "mint", [BOB, WHOLE]);
    await lab.deploy(compileTestContract("LyingShare"), [pool.address, CAROL]); // names the pool as its minter
    const contracts = { factories: [factory.address] };
    const listOf = async (owner: Address) => {
      const { positions, stages } = await lab.listPositions(adapter, contracts, owner);
      expect(stages).toBeLessThanOrEqual(6);
      return positions;
    };
    const redeemed = await pt.view<bigint>("previewRedeemForIBT", [60n * WHOLE]);
    const earned = await pt.view<bigint>("getCurrentYieldOfUserInIBT", [BOB]);
    const detail = (rawAmount: bigint) => ({ supplies: [amountOf(ibt, rawAmount)] });
    const share = (rawAmount: bigint) => ({
      name: "Liquidity Pool",
      ...at(pool),
      detail: { type: "common", ...detail(rawAmount) },
    });
    const ofYield = {
      name: "Rewards",
      ...at(pt),
      positionIndex: "yield",
      detail: { type: "reward", rewards: [amountOf(ibt, earned)] },
    };
    const held = await listOf(BOB);
    expect(held).toHaveLength(3);
    expect(held).toContainEqual({
      name: "Yield",
      ...at(pt),
      detail: { type: "locked", ...detail(redeemed), unlockAt: maturity },
    });
    expect(held).toContainEqual(share((30n * WHOLE + 32n * WHOLE) / 4n)); // PT at the pool's price
    expect(held).toContainEqual(ofYield);
    const ofCarol = (3n * (30n * WHOLE + 32n * WHOLE)) / 4n;
    expect(await listOf(CAROL)).toEqual([share(ofCarol)]);
    expect(await unwrapIn(spectraFamily, contracts, amountOf(pool, 3n * WHOLE))).toEqual([amountOf(ibt, ofCarol)]);

    const pools = await lab.listPools(adapter, contracts);
    expect(pools.find(({ pool: { controller } }) => controller === pt.address)?.supplies).toEqual([
      amountOf(ibt, 100n * WHOLE),
    ]);
    expect(pools).toHaveLength(2);

    await lab.warp(31 * DAY);
    const before = await ibt.view<bigint>("balanceOf", [BOB]);
    const matured = await listOf(BOB);
    await pt.write(BOB, "redeemForIBT", [60n * WHOLE, BOB, BOB]);
    const paid = (await ibt.view<bigint>("balanceOf", [BOB])) - before;
    expect(matured).toContainEqual({ name: "Yield", ...at(pt), detail: { type: "common", ...detail(paid) } });
  });

  test("Spectra: a share of more than all of a pool is all of it", async () => {
    const ibt = await startToken("IBT");
    const pt = await deployPart("PrincipalTokenStandIn", [ibt.address, 1]);
    const reserves = { rawIbt: 5n, rawPt: 0n, rawShares: 1n, price: undefined };
    const context = await openLab(lab, undefined);
    expect(await readShareValue(context, { pt: pt.address, ibt: ibt.address }, reserves, 1_000n)).toBe(5n);
  });

  test("Spectra: more PT than there are redeem no more than all that they hold", async () => {
    const ibt = await startToken("IBT");
    const pt = await deployPart("PrincipalTokenStandIn", [ibt.address, 1]);
    await ibt.write(ALICE, "mint", [BOB, 10n]);
    await ibt.write(BOB, "approve", [pt.address, 10n]);
    await pt.write(BOB, "depositIBT", [10n, BOB]);
    expect(await readPtValue(await openLab(lab, undefined), pt.address, ibt.address, 1_000n)).toBe(10n);
  });

  test("Spectra: a PT that the registry does not know is worth nothing, even if it was identified", async () => {
    const [factory, ibt] = [await deploy("SpectraStandIn"), await startToken("IBT")];
    const pt = await deployPart("PrincipalTokenStandIn", [ibt.address, 1]);
    const contracts = { factories: [factory.address] };
    expect(await unwrapIn(spectraFamily, contracts, amountOf(pt, 5n))).toEqual([amountOf(pt, 5n)]);
    const pool = await deployPart("CurvePoolStandIn", [ibt.address, pt.address, WHOLE]);
    await ibt.write(ALICE, "mint", [BOB, 2n * WHOLE]);
    await ibt.write(BOB, "approve", [pt.address, WHOLE]);
    await pt.write(BOB, "depositIBT", [WHOLE, BOB]);
    await ibt.write(BOB, "transfer", [pool.address, WHOLE]);
    await pool.write(ALICE, "mint", [BOB, WHOLE]);
    const receipts = [pt.address, pool.address];
    const held = { owner: BOB, receipts, nfts: new Map(), interactions: [] };
    expect(await adapter.listPositions!({ ...(await openLab(lab, contracts)), ...held })).toEqual([]);
    expect(await unwrapIn(spectraFamily, contracts, amountOf(pool, 5n))).toEqual([amountOf(pool, 5n)]);
    const listPools = async () => adapter.listPools!({ ...(await openLab(lab, contracts)), known: receipts });
    expect(await listPools()).toEqual([]);
    await factory.write(ALICE, "register", [pt.address]);
    expect(await listPools()).toHaveLength(2);
  });

  test("Spectra: a PT whose rate promises more than it holds is worth its share of that", async () => {
    const [factory, ibt] = [await deploy("SpectraStandIn"), await startToken("IBT")];
    const pt = await deployPart("PrincipalTokenStandIn", [ibt.address, 1]);
    await factory.write(ALICE, "register", [pt.address]);
    await ibt.write(ALICE, "mint", [BOB, 10n * WHOLE]);
    await ibt.write(BOB, "approve", [pt.address, 10n * WHOLE]);
    await pt.write(BOB, "depositIBT", [10n * WHOLE, BOB]);
    await pt.write(ALICE, "setRate", [1n]);
    const { positions } = await lab.listPositions(adapter, { factories: [factory.address] }, BOB);
    expect(positions).toContainEqual({
      name: "Yield",
      ...at(pt),
      detail: { type: "common", supplies: [amountOf(ibt, 10n * WHOLE)] },
    });
  });
}
