import { erc20Abi, ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { OwnerContext } from "../adapter.ts";
import type { Amount, Position, Supply } from "../position.ts";
import { cometAbi, readCometAssets } from "./cometReads.ts";
import type { CometAsset, CometContracts } from "./cometReads.ts";
import { coverSupplies } from "./coverSupplies.ts";
import { toLower } from "../toLower.ts";

/** State-changing calls are only simulated: rewards accrue up to the block that is read. */
const rewardsAbi = parseAbi([
  "struct RewardOwed { address token; uint256 owed; }",
  "function getRewardOwed(address comet, address account) view returns (RewardOwed)",
]);

type Context = OwnerContext<CometContracts>;

const FACTOR_SCALE = 10n ** 18n;

/** An owner's position in one Comet: its base asset, either supplied or borrowed, and its collateral. */
export async function readCometAccount(context: Context, comet: Address): Promise<Position[]> {
  const [base, collateral, rewards] = await Promise.all([
    readBase(context, comet),
    readCollateral(context, comet),
    readRewards(context, comet),
  ]);
  const claimed = [
    ...(base.supplied === 0n ? [] : [{ token: base.token, rawAmount: base.supplied, isCollateral: false }]),
    ...collateral.map(({ asset, rawAmount }): Supply => ({ token: asset, rawAmount, isCollateral: true })),
  ];
  const supplies = context.contracts.isFork === true ? await coverSupplies(context, comet, claimed) : claimed;
  const borrows = base.owed === 0n ? [] : [{ token: base.token, rawAmount: base.owed }];
  const pool = { controller: comet };
  if (supplies.length + borrows.length > 0) {
    const healthRate = base.owed === 0n ? null : toHealth(base, collateral);
    return [{ name: "Lending", detail: { type: "lending", supplies, borrows, rewards, healthRate }, pool }];
  }
  return rewards.length > 0 ? [{ name: "Rewards", detail: { type: "reward", rewards }, pool }] : [];
}

interface Base {
  token: Address;
  supplied: bigint;
  owed: bigint;
  scale: bigint;
  /** From the Comet's own feed; undefined without debt, or if it fails. */
  price: bigint | undefined;
}

async function readBase({ owner, read, readOnce, tryRead }: Context, comet: Address): Promise<Base> {
  const [[token, scale], [supplied, owed, feed]] = await Promise.all([
    readOnce([
      { address: comet, abi: cometAbi, functionName: "baseToken" },
      { address: comet, abi: cometAbi, functionName: "baseScale" },
    ]),
    read([
      { address: comet, abi: cometAbi, functionName: "balanceOf", args: [owner] },
      { address: comet, abi: cometAbi, functionName: "borrowBalanceOf", args: [owner] },
      { address: comet, abi: cometAbi, functionName: "baseTokenPriceFeed" },
    ]),
  ]);
  const [price] =
    owed === 0n
      ? [undefined]
      : await tryRead([{ address: comet, abi: cometAbi, functionName: "getPrice", args: [feed] }]);
  return { token: toLower(token), supplied, owed, scale, price };
}

/** The price is undefined if the feed fails. */
type Collateral = CometAsset & { rawAmount: bigint; price: bigint | undefined };

async function readCollateral(context: Context, comet: Address): Promise<Collateral[]> {
  const { owner, read, tryRead } = context;
  const assets = await readCometAssets(context, comet);
  const [balances, prices] = await Promise.all([
    read(
      assets.map(
        ({ asset }) =>
          ({ address: comet, abi: cometAbi, functionName: "collateralBalanceOf", args: [owner, asset] }) as const,
      ),
    ),
    tryRead(
      assets.map(
        ({ priceFeed }) => ({ address: comet, abi: cometAbi, functionName: "getPrice", args: [priceFeed] }) as const,
      ),
    ),
  ]);
  return assets
    .map((asset, index) => ({ ...asset, rawAmount: balances[index]!, price: prices[index] }))
    .filter(({ rawAmount }) => rawAmount > 0n);
}

async function readRewards({ contracts, owner, read, trySimulate }: Context, comet: Address): Promise<Amount[]> {
  const address = contracts.rewards;
  if (address === undefined) return [];
  const [owed] = await trySimulate([{ address, abi: rewardsAbi, functionName: "getRewardOwed", args: [comet, owner] }]); // fails for a Comet without rewards
  if (owed === undefined || owed.owed === 0n || owed.token === ZERO_ADDRESS) return [];
  const token = toLower(owed.token);
  if (contracts.isFork !== true) return [{ token, rawAmount: owed.owed }];
  const [held] = await read([{ address: token, abi: erc20Abi, functionName: "balanceOf", args: [address] }]);
  const rawAmount = owed.owed < held ? owed.owed : held;
  return rawAmount === 0n ? [] : [{ token, rawAmount }];
}

/**
 * Collateral times its liquidation factors over debt, each rounded as in `isLiquidatable`: that is true below 1, and
 * fails
 * if a feed does, whatever the others return.
 */
function toHealth({ owed, scale, price }: Base, collateral: readonly Collateral[]): number | null {
  if (price === undefined) return null;
  const debt = (owed * price) / scale;
  let secured = 0n;
  for (const { rawAmount, price: worth, scale: unit, liquidateFactor } of collateral) {
    if (worth === undefined) return null;
    secured += (((rawAmount * worth) / unit) * liquidateFactor) / FACTOR_SCALE;
  }
  return debt === 0n ? null : Number((secured * FACTOR_SCALE) / debt) / 1e18;
}
