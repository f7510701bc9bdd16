import type { Address } from "@portico/evm";
import { deployPendle, type PendleLab } from "@portico/protocols/testing/pendle";
import { ADMIN, roleOf, type ForkChain, type ForkScene } from "./forkScene.ts";
import { sumByToken } from "./sumByToken.ts";

const UNIT = 10n ** 18n;

/**
 * Contracts of @pendle/core-v2 with an SY of ours. An owner holds PT, YT and shares of a market, and has rewards. Where the
 * row lists no oracle, PT and YT are worth themselves.
 */
export const pendleForks: ForkScene = {
  family: "pendle",
  reduce: (row) => {
    const { oracle } = row.addresses;
    return { ...row, addresses: { marketFactory: roleOf(row, "marketFactory"), ...(oracle && { oracle }) } };
  },
  async install(on, row) {
    const at = {
      marketFactory: roleOf(row, "marketFactory"),
      ...("oracle" in row.addresses && { oracle: roleOf(row, "oracle") }),
    };
    const { chain, client } = on;
    const pendle = await deployPendle({ ...chain, client, view: (call) => client.readContract(call) }, ADMIN, at);
    await on.approve(pendle.stake.address, ADMIN, pendle.sy.address);
    return {
      async use(owner) {
        const { yt, pt, market, sy } = pendle;
        await depositSy(on, pendle, yt.address, 300n * UNIT);
        await yt.write(ADMIN, "mintPY", [owner, owner]);
        await depositSy(on, pendle, market.address, 100n * UNIT);
        await pt.write(owner, "transfer", [market.address, 100n * UNIT]);
        await market.write(ADMIN, "mint", [owner, 100n * UNIT, 100n * UNIT]);
        await sy.write(ADMIN, "setRate", [(104n * UNIT) / 100n]);
        await sy.write(ADMIN, "distribute", [60n * UNIT]);
      },
      readTruth: async (owner) => {
        const { pt, yt } = pendle;
        const [ofPt, ofYt, ofMarket, claims] = await Promise.all([
          pt.view<bigint>("balanceOf", [owner]),
          yt.view<bigint>("balanceOf", [owner]),
          readShare(pendle, owner),
          readClaims(on, pendle, owner),
        ]);
        const value = async (token: Address, view: string, rawAmount: bigint) =>
          at.oracle === undefined
            ? ([token, rawAmount] as const)
            : ([pendle.stake.address, (rawAmount * (await readRate(pendle, view))) / UNIT] as const);
        return sumByToken([
          await value(pt.address, "getPtToSyRate", ofPt),
          await value(pt.address, "getPtToSyRate", ofMarket.rawPt),
          await value(yt.address, "getYtToSyRate", ofYt),
          [pendle.stake.address, ofMarket.rawSy],
          ...claims,
        ]);
      },
    };
  },
};

/** Mints SY of a stake to a contract, as routers do before they call it. */
async function depositSy(on: ForkChain, { stake, sy }: PendleLab, to: Address, rawAmount: bigint): Promise<void> {
  await on.mint(stake.address, ADMIN, rawAmount);
  await sy.write(ADMIN, "deposit", [to, stake.address, rawAmount, 0n]);
}

/** Averaged, once there are observations that are old enough. */
const readRate = ({ oracle, market }: PendleLab, view: string): Promise<bigint> =>
  oracle.view<bigint>(view, [market.address, 900]).catch(() => oracle.view<bigint>(view, [market.address, 0]));

/** An owner's part of a market. */
async function readShare({ market }: PendleLab, owner: Address) {
  const [share, supply, [totalPt = 0n, totalSy = 0n]] = await Promise.all([
    market.view<bigint>("balanceOf", [owner]),
    market.view<bigint>("totalSupply"),
    market.view<readonly bigint[]>("_storage"),
  ]);
  const partOf = (total: bigint): bigint => (supply === 0n ? 0n : (total * share) / supply);
  return { rawPt: partOf(totalPt), rawSy: partOf(totalSy) };
}

/** What claiming pays. */
async function readClaims({ client }: ForkChain, pendle: PendleLab, owner: Address) {
  const { market, yt } = pendle;
  const simulate = async ({ address, abi }: typeof market, functionName: string, args: readonly unknown[]) =>
    (await client.simulateContract({ address, abi, functionName, args })).result as unknown;
  const paid = (await simulate(market, "redeemRewards", [owner])) as readonly bigint[];
  const dues = await simulate(yt, "redeemDueInterestAndRewards", [owner, true, true]);
  const [interest, rewards] = dues as readonly [bigint, readonly bigint[]];
  return [
    [pendle.reward.address, paid[0]! + rewards[0]!],
    [pendle.pendle.address, paid[1]!],
    [pendle.stake.address, interest],
  ] as const;
}
