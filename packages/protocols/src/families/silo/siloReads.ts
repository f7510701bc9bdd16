import { max, min, ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { ReadContext } from "../../adapter.ts";
import { ReadError, unlessUnread } from "../../reader.ts";
import { toLower } from "../../toLower.ts";
import { toCovered } from "../cover.ts";
import type { Cover } from "../cover.ts";

export interface SiloContracts {
  factory: Address;
  /** Configurations of the markets that the protocol has opened itself. */
  markets?: readonly Address[] | undefined;
}

/** What an amount of shares is of. */
export const PROTECTED = 0;
export const COLLATERAL = 1;
export const DEBT = 2;

/** A silo is the token of its collateral's shares, too. @see https://docs.silo.finance/docs/developers/dev-start */
export const siloAbi = parseAbi([
  "function silo() view returns (address)",
  "function factory() view returns (address)",
  "function config() view returns (address)",
  "function asset() view returns (address)",
  "function balanceOf(address owner) view returns (uint256)",
  "function totalSupply() view returns (uint256)",
  "function convertToAssets(uint256 shares, uint8 assetType) view returns (uint256)",
  "function previewRedeem(uint256 shares, uint8 collateralType) view returns (uint256)",
]);

export const factoryAbi = parseAbi([
  "function isSilo(address silo) view returns (bool)",
  "function getNextSiloId() view returns (uint256)",
]);

export const configAbi = parseAbi([
  "struct ConfigData { uint256 daoFee; uint256 deployerFee; address silo; address token; address protectedShareToken; address collateralShareToken; address debtShareToken; address solvencyOracle; address maxLtvOracle; address interestRateModel; uint256 maxLtv; uint256 lt; uint256 liquidationTargetLtv; uint256 liquidationFee; uint256 flashloanFee; address hookReceiver; bool callBeforeQuote; }",
  "function getSilos() view returns (address silo0, address silo1)",
  "function getShareTokens(address silo) view returns (address protectedShareToken, address collateralShareToken, address debtShareToken)",
  "function getConfigsForSolvency(address borrower) view returns (ConfigData collateralConfig, ConfigData debtConfig)",
]);

const oracleAbi = parseAbi([
  "function quote(uint256 baseAmount, address baseToken) view returns (uint256 quoteAmount)",
]);

/** One of the two silos of a market. */
export interface Silo {
  address: Address;
  asset: Address;
  /** By what they are shares of: protected deposits, collateral, debt. */
  tokens: readonly [Address, Address, Address];
}

type Context = Pick<ReadContext<unknown>, "readOnce">;

/** Both silos of a market. Constants. @throws ReadError if one is another market's, or both are the same. */
export async function readSilos({ readOnce }: Context, config: Address): Promise<Silo[]> {
  const [silos] = await readOnce([{ address: config, abi: configAbi, functionName: "getSilos" }]);
  const [configs, assets, tokens] = await Promise.all([
    readOnce(silos.map((address) => ({ address, abi: siloAbi, functionName: "config" }) as const)),
    readOnce(silos.map((address) => ({ address, abi: siloAbi, functionName: "asset" }) as const)),
    readOnce(
      silos.map((silo) => ({ address: config, abi: configAbi, functionName: "getShareTokens", args: [silo] }) as const),
    ),
  ]);
  if (configs.some((named) => toLower(named) !== config))
    throw new ReadError(`${config} names silos of another market`);
  if (toLower(silos[0]) === toLower(silos[1])) throw new ReadError(`${config} names one silo twice`);
  return silos.map((silo, index) => {
    const [isProtected, collateral, debt] = tokens[index]!;
    const shares = [toLower(isProtected), toLower(collateral), toLower(debt)] as const;
    return { address: toLower(silo), asset: toLower(assets[index]!), tokens: shares };
  });
}

/** The markets of share tokens, each once; a token that fails has none. Constants. */
export async function readConfigs(context: Context, tokens: readonly Address[]): Promise<Address[]> {
  return readLinks(context, await readLinks(context, tokens, "silo"), "config");
}

/** Each once. */
async function readLinks(
  { readOnce }: Context,
  addresses: readonly Address[],
  functionName: "config" | "silo",
): Promise<Address[]> {
  const linked = await Promise.all(
    addresses.map((address) =>
      unlessUnread<readonly Address[]>(readOnce([{ address, abi: siloAbi, functionName }]), []),
    ),
  );
  return [...new Set(linked.flat().map(toLower))];
}

interface Terms {
  token: Address;
  solvencyOracle: Address;
}

/** What an amount is worth to the protocol: without an oracle, itself. Undefined: the oracle fails. */
export async function readValue(
  { tryRead }: Pick<ReadContext<unknown>, "tryRead">,
  rawAmount: bigint,
  { token, solvencyOracle }: Terms,
): Promise<bigint | undefined> {
  if (solvencyOracle === ZERO_ADDRESS || rawAmount === 0n) return rawAmount;
  const [value] = await tryRead([
    { address: solvencyOracle, abi: oracleAbi, functionName: "quote", args: [rawAmount, token] },
  ]);
  return value;
}

/** What shares are in assets: what redeeming deposits pays, and what repaying a debt costs. */
export const toConversion = (address: Address, shares: bigint, kind: number) =>
  ({
    address,
    abi: siloAbi,
    functionName: kind === DEBT ? "convertToAssets" : "previewRedeem",
    args: [shares, kind],
  }) as const;

/** What covers protected deposits and collateral, by kind. */
export type SiloCover = readonly [Cover, Cover];

/** The covered parts of deposits, by kind: together at most the cash, whatever the silo reports of all claims. */
export function toCoveredDeposits(amounts: readonly bigint[], cover: SiloCover | undefined): readonly [bigint, bigint] {
  const [isProtected = 0n, collateral = 0n] = amounts;
  if (cover === undefined) return [isProtected, collateral];
  const { rawCover: cash } = cover[PROTECTED];
  const first = min(toCovered(isProtected, cover[PROTECTED]), cash);
  return [first, min(toCovered(collateral, cover[COLLATERAL]), max(cash - first, 0n))];
}

/**
 * By silo, of a market that the protocol has not opened: cash alone. Anybody may open one, and lend there to an account of
 * their own against worthless collateral, again and again, what they lent. None of the protocol's.
 */
export async function readSiloCovers(
  { contracts: { markets = [] }, read, tryRead }: ReadContext<SiloContracts>,
  config: Address,
  silos: readonly Silo[],
): Promise<Map<Address, SiloCover>> {
  if (markets.includes(config)) return new Map();
  const kinds = silos.flatMap((silo) => ([PROTECTED, COLLATERAL] as const).map((kind) => ({ silo, kind })));
  const [shares, cash] = await Promise.all([
    read(
      kinds.map(
        ({ silo, kind }) => ({ address: silo.tokens[kind], abi: siloAbi, functionName: "totalSupply" }) as const,
      ),
    ),
    tryRead(
      silos.map(
        ({ address, asset }) => ({ address: asset, abi: siloAbi, functionName: "balanceOf", args: [address] }) as const,
      ),
    ),
  ]);
  const claims = await read(
    kinds.map(({ silo, kind }, index) => toConversion(silo.address, shares[index] ?? 0n, kind)),
  );
  return new Map(
    silos.map(({ address }, index): [Address, SiloCover] => {
      const [isProtected = 0n, collateral = 0n] = claims.slice(2 * index);
      const held = cash[index] ?? 0n;
      return [
        address,
        [
          { rawCover: held, rawClaims: isProtected },
          { rawCover: held - isProtected, rawClaims: collateral },
        ],
      ];
    }),
  );
}
