import type { Address } from "@portico/evm";
import { parseAbi, parseAbiItem } from "viem";
import type { ReadContext } from "../adapter.ts";
import type { PoolState } from "../position.ts";
import { coverSupplies } from "./coverSupplies.ts";
import { toLower } from "../toLower.ts";

export interface CometContracts {
  comets: readonly Address[];
  /** CometRewards, for all Comets. Without it rewards are not read. */
  rewards?: Address;
  /** Supplies count only as far as the Comet's cash and loans cover them. */
  isFork?: boolean;
}

/** Suppliers of the base asset hold the Comet's token; borrowers and providers of collateral are named by events. */
export const cometEvents = [
  {
    event: parseAbiItem(
      "event SupplyCollateral(address indexed from, address indexed dst, address indexed asset, uint256 amount)",
    ),
    owner: "dst",
  },
  {
    event: parseAbiItem(
      "event TransferCollateral(address indexed from, address indexed to, address indexed asset, uint256 amount)",
    ),
    owner: "to",
  },
  { event: parseAbiItem("event Supply(address indexed from, address indexed dst, uint256 amount)"), owner: "dst" },
  { event: parseAbiItem("event Withdraw(address indexed src, address indexed to, uint256 amount)"), owner: "src" },
];

/** Balances include interest up to the block. Prices have 8 decimals. @see https://docs.compound.finance */
export const cometAbi = parseAbi([
  "struct AssetInfo { uint8 offset; address asset; address priceFeed; uint64 scale; uint64 borrowCollateralFactor; uint64 liquidateCollateralFactor; uint64 liquidationFactor; uint128 supplyCap; }",
  "function baseToken() view returns (address)",
  "function baseTokenPriceFeed() view returns (address)",
  "function baseScale() view returns (uint256)",
  "function numAssets() view returns (uint8)",
  "function getAssetInfo(uint8 index) view returns (AssetInfo)",
  "function getPrice(address priceFeed) view returns (uint256)",
  "function balanceOf(address owner) view returns (uint256)",
  "function borrowBalanceOf(address owner) view returns (uint256)",
  "function collateralBalanceOf(address owner, address asset) view returns (uint128)",
  "function totalSupply() view returns (uint256)",
  "function totalsCollateral(address asset) view returns (uint128 totalSupplyAsset, uint128 reserved)",
]);

export interface CometAsset {
  asset: Address;
  priceFeed: Address;
  scale: bigint;
  /** Fraction of its worth, with 18 decimals: larger debts are liquidated. */
  liquidateFactor: bigint;
}

/** Collateral assets. */
export async function readCometAssets(
  { read }: Pick<ReadContext<unknown>, "read">,
  comet: Address,
): Promise<CometAsset[]> {
  const [count] = await read([{ address: comet, abi: cometAbi, functionName: "numAssets" }]);
  const infos = await read(
    Array.from(
      { length: count },
      (_, index) => ({ address: comet, abi: cometAbi, functionName: "getAssetInfo", args: [index] }) as const,
    ),
  );
  return infos.map(({ asset, priceFeed, scale, liquidateCollateralFactor: liquidateFactor }) => ({
    asset: toLower(asset),
    priceFeed,
    scale,
    liquidateFactor,
  }));
}

/** Everything supplied, of the base asset and of collateral. */
export async function readCometPool(context: ReadContext<CometContracts>, comet: Address): Promise<PoolState> {
  const { read, readOnce } = context;
  const [assets, [base], [supplied]] = await Promise.all([
    readCometAssets(context, comet),
    readOnce([{ address: comet, abi: cometAbi, functionName: "baseToken" }]),
    read([{ address: comet, abi: cometAbi, functionName: "totalSupply" }]),
  ]);
  const totals = await read(
    assets.map(
      ({ asset }) => ({ address: comet, abi: cometAbi, functionName: "totalsCollateral", args: [asset] }) as const,
    ),
  );
  const claimed = [
    { token: toLower(base), rawAmount: supplied, isCollateral: false },
    ...assets.map(({ asset }, index) => ({ token: asset, rawAmount: totals[index]![0], isCollateral: true })),
  ];
  const covered = context.contracts.isFork === true ? await coverSupplies(context, comet, claimed) : claimed;
  const supplies = covered.map(({ token, rawAmount }) => ({ token, rawAmount }));
  return {
    pool: { controller: comet },
    name: "Lending",
    contracts: [comet],
    supplies,
    rawShares: supplied,
    depositors: { by: "receipt", token: comet, supplies: supplies.slice(0, 1) }, // collateral has no receipt
  };
}
