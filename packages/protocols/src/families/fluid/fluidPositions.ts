import { parseAbi } from "viem";
import type { OwnerContext } from "../../adapter.ts";
import type { Position } from "../../position.ts";
import { ReadError } from "../../reader.ts";
import { toLower } from "../../toLower.ts";
import { listSides, readDexRates, resolverAbi, toAmounts } from "./fluidReads.ts";
import type { FluidContracts } from "./fluidReads.ts";

/** ERC-4626; the assets are at the liquidity layer. */
export const tokenAbi = parseAbi([
  "function asset() view returns (address)",
  "function balanceOf(address owner) view returns (uint256)",
  "function convertToAssets(uint256 shares) view returns (uint256)",
  "function totalAssets() view returns (uint256)",
  "function totalSupply() view returns (uint256)",
]);

/** Debt of a unit of collateral at the oracle's price, of 27 decimals; the threshold has 4. */
const PRICE_SCALE = 10n ** 27n;
const THRESHOLD_SCALE = 10_000n;

type Context = OwnerContext<FluidContracts>;

export const readFluidPositions = async (context: Context): Promise<Position[]> =>
  (await Promise.all([readLoans(context), readDeposits(context)])).flat();

/** One for each NFT of the owner. */
async function readLoans(context: Context): Promise<Position[]> {
  const { contracts, nfts, read } = context;
  const ids = nfts.get(contracts.vaultFactory) ?? [];
  const loans = await read(
    ids.map(
      (id) =>
        ({ address: contracts.vaultResolver, abi: resolverAbi, functionName: "positionByNftId", args: [id] }) as const,
    ),
  );
  const rates = await readDexRates(context, [
    ...new Set(loans.flatMap(([, vault]) => Object.values(listSides(vault)).flatMap(({ dex }) => dex ?? []))),
  ]);
  return loans.flatMap(([loan, vault]): Position[] => {
    const { supply, borrow } = listSides(vault);
    const supplied = toAmounts("supply", loan.supply, supply, rates);
    const borrows = toAmounts("borrow", loan.borrow, borrow, rates);
    if (supplied === undefined || borrows === undefined)
      throw new ReadError(`an exchange of vault ${vault.vault} does not report what its shares are`);
    const supplies = supplied.map((amount) => ({ ...amount, isCollateral: true }));
    if (supplies.length + borrows.length === 0) return [];
    const { liquidationThreshold, oraclePriceLiquidate } = vault.configs;
    const limit = (loan.supply * oraclePriceLiquidate * BigInt(liquidationThreshold)) / PRICE_SCALE / THRESHOLD_SCALE;
    const healthRate =
      loan.borrow === 0n || oraclePriceLiquidate === 0n ? null : Number((limit * 10n ** 18n) / loan.borrow) / 1e18;
    return [
      {
        name: "Lending",
        detail: { type: "lending", supplies, borrows, healthRate },
        pool: { controller: toLower(vault.vault) },
        positionIndex: String(loan.nftId),
      },
    ];
  });
}

/** Lending tokens that the owner holds. */
async function readDeposits({ owner, read, readOnce, receipts }: Context): Promise<Position[]> {
  const [assets, balances] = await Promise.all([
    readOnce(receipts.map((address) => ({ address, abi: tokenAbi, functionName: "asset" }) as const)),
    read(receipts.map((address) => ({ address, abi: tokenAbi, functionName: "balanceOf", args: [owner] }) as const)),
  ]);
  const amounts = await read(
    receipts.map(
      (address, index) =>
        ({ address, abi: tokenAbi, functionName: "convertToAssets", args: [balances[index]!] }) as const,
    ),
  );
  return receipts.flatMap((controller, index): Position[] => {
    const rawAmount = amounts[index]!;
    const supplies = [{ token: toLower(assets[index]!), rawAmount, isCollateral: false }];
    return rawAmount === 0n
      ? []
      : [
          {
            name: "Lending",
            detail: { type: "lending", supplies, borrows: [], healthRate: null },
            pool: { controller },
          },
        ];
  });
}
