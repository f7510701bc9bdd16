import { erc20Abi, listAaveTokens, ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { ReadContext } from "../adapter.ts";
import { unlessUnread } from "../reader.ts";
import { toLower } from "../toLower.ts";

export interface Erc4626Contracts {
  /** Factories whose vaults invest in verifiable protocols: their reports are trusted. */
  factories: readonly VaultFactory[];
}

export interface VaultFactory {
  address: Address;
  /** The view that returns whether it created a vault. */
  view: "isMetaMorpho" | "isVaultV2";
}

/** Vaults that are trusted without a factory. @param chain - Slug. */
export type ListVouchedVaults = (chain: string) => readonly Address[];

/** @see https://eips.ethereum.org/EIPS/eip-4626 */
export const vaultAbi = parseAbi([
  "function asset() view returns (address)",
  "function totalAssets() view returns (uint256)",
  "function totalSupply() view returns (uint256)",
  "function balanceOf(address owner) view returns (uint256)",
  "function convertToAssets(uint256 shares) view returns (uint256)",
  "function previewRedeem(uint256 shares) view returns (uint256)",
]);

/** @see https://github.com/morpho-org/metamorpho-v1.1, https://github.com/morpho-org/vault-v2 */
const factoryAbi = parseAbi([
  "function isMetaMorpho(address vault) view returns (bool)",
  "function isVaultV2(address vault) view returns (bool)",
]);

/** In V2 and V3, each in its own unit. @see https://aave.com/docs/developers/smart-contracts/pool */
const poolAbi = parseAbi([
  "function getUserAccountData(address user) view returns (uint256 collateral, uint256 debt, uint256 available, uint256 threshold, uint256 ltv, uint256 healthFactor)",
]);

export type VaultContext = Pick<ReadContext<Erc4626Contracts>, "chain" | "contracts" | "readOnce" | "tryRead">;

export const toAssets = (address: Address, functionName: "convertToAssets" | "previewRedeem", shares: bigint) =>
  ({ address, abi: vaultAbi, functionName, args: [shares] }) as const;

export interface VaultState {
  address: Address;
  asset: Address;
  /** Assets that the vault reports. */
  rawAssets: bigint;
  rawShares: bigint;
  /** The trusted part of them. */
  rawBacking: bigint;
}

/**
 * A vault supports all views that redeeming needs, is consistent, and is solvent: its holdings must
 * cover all shares, unless it is trusted. Others remain ordinary tokens.
 */
export async function findSolventVaults(
  context: VaultContext,
  listVouched: ListVouchedVaults,
  candidates: readonly Address[],
): Promise<VaultState[]> {
  const vaults = await readVaults(context, listVouched, candidates);
  const { tryRead } = context;
  const probes = vaults.map(({ address, rawShares }) => [address, rawShares === 0n ? 1n : rawShares] as const);
  const [converted, redeemed] = await Promise.all([
    tryRead(probes.map(([address, shares]) => toAssets(address, "convertToAssets", shares))),
    tryRead(probes.map(([address, shares]) => toAssets(address, "previewRedeem", shares))),
  ]);
  return vaults.filter((vault, index) => {
    const [all, paid] = [converted[index], redeemed[index]];
    if (all === undefined || paid === undefined) return false;
    return vault.rawShares === 0n || (all <= vault.rawAssets + 1n && all <= vault.rawBacking + 1n);
  });
}

/** Those that respond like vaults; one that fails affects only itself. Two stages; a third would add nothing. */
export async function readVaults(
  context: VaultContext,
  listVouched: ListVouchedVaults,
  addresses: readonly Address[],
): Promise<VaultState[]> {
  const { tryRead } = context;
  const get = (functionName: "totalAssets" | "totalSupply") =>
    tryRead(addresses.map((address) => ({ address, abi: vaultAbi, functionName }) as const));
  const [assets, totals, supplies] = await Promise.all([
    Promise.all(addresses.map((address) => findAsset(context, address))),
    get("totalAssets"),
    get("totalSupply"),
  ]);
  const claims = addresses.flatMap((address, index) => {
    const [asset, rawAssets, rawShares] = [assets[index], totals[index], supplies[index]];
    const isClaim = asset !== undefined && rawAssets !== undefined && rawShares !== undefined;
    return isClaim ? [{ address, asset, rawAssets, rawShares }] : [];
  });
  const backings = await Promise.all(claims.map((claim) => readBacking(context, listVouched, claim)));
  return claims.flatMap((claim, index) => {
    const rawBacking = backings[index];
    return rawBacking === undefined ? [] : [{ ...claim, rawBacking }];
  });
}

/** A constant, so it is cached; undefined if the vault has none. */
export async function findAsset({ readOnce }: VaultContext, address: Address): Promise<Address | undefined> {
  const [listed] = await unlessUnread<readonly Address[]>(
    readOnce([{ address, abi: vaultAbi, functionName: "asset" }]),
    [],
  );
  const asset = listed === undefined ? undefined : toLower(listed);
  return asset === ZERO_ADDRESS || asset === address ? undefined : asset;
}

/** The trusted part of a vault's assets; undefined if its asset is not a token. */
async function readBacking(
  { chain, contracts, readOnce, tryRead }: VaultContext,
  listVouched: ListVouchedVaults,
  { address, asset, rawAssets }: Omit<VaultState, "rawBacking">,
): Promise<bigint | undefined> {
  const receipts = listAaveTokens(chain.slug).filter(({ underlying }) => underlying === asset);
  const holdings = [asset, ...receipts.map(({ token }) => token)].map(
    (token) => ({ address: token, abi: erc20Abi, functionName: "balanceOf", args: [address] }) as const,
  );
  const accounts = receipts.map(
    ({ pool }) => ({ address: pool, abi: poolAbi, functionName: "getUserAccountData", args: [address] }) as const,
  );
  const reads = contracts.factories.map(
    (factory) => ({ address: factory.address, abi: factoryAbi, functionName: factory.view, args: [address] }) as const,
  );
  const [[own, ...lent], owed, made] = await Promise.all([
    tryRead(holdings),
    tryRead(accounts),
    Promise.all(reads.map(async (read) => (await unlessUnread<readonly boolean[]>(readOnce([read]), []))[0])),
  ]);
  if (own === undefined) return undefined;
  if (made.includes(true) || listVouched(chain.slug).includes(address)) return rawAssets;
  return lent.reduce<bigint>((sum, amount, index) => sum + lessDebt(amount ?? 0n, owed[index]), own);
}

/** Assets lent and borrowed again in a loop exist once: only the part without debt counts. */
function lessDebt(rawAmount: bigint, account: readonly bigint[] | undefined): bigint {
  const [collateral = 0n, debt = 0n] = account ?? [];
  if (debt === 0n) return rawAmount;
  return collateral <= debt ? 0n : (rawAmount * (collateral - debt)) / collateral;
}
