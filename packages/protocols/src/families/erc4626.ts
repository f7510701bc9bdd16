import { min } from "@portico/evm";
import type { Address } from "@portico/evm";
import type { Adapter, Identity, OwnerContext, PoolContext, ReadContext } from "../adapter.ts";
import type { Amount, PoolState, Position } from "../position.ts";
import { findAsset, findSolventVaults, readVaults, toAssets, vaultAbi } from "./vaultState.ts";
import type { Erc4626Contracts, ListVouchedVaults, VaultContext, VaultState } from "./vaultState.ts";

/**
 * Shares of any ERC-4626 vault. Anybody can deploy a contract that claims to have a billion, so the report of an
 * untrusted vault counts only as far as it holds the asset itself, or Aave's receipts of it, less its debt
 * there. An asset that is a vault's share is not resolved further.
 */
export const createErc4626Family = (listVouched: ListVouchedVaults) =>
  ({
    async identify(context: VaultContext, candidates: readonly Address[]) {
      const vaults = await findSolventVaults(context, listVouched, candidates);
      return new Map(vaults.map(({ address }): [Address, Identity] => [address, "receipt"]));
    },

    async listPositions(context: OwnerContext<Erc4626Contracts>) {
      const { owner, receipts, tryRead } = context;
      const [vaults, balances] = await Promise.all([
        readVaults(context, listVouched, receipts),
        tryRead(
          receipts.map((address) => ({ address, abi: vaultAbi, functionName: "balanceOf", args: [owner] }) as const),
        ),
      ]);
      const stateOf = new Map(vaults.map((vault) => [vault.address, vault]));
      const held = receipts.flatMap((address, index) => {
        const share = balances[index];
        return share === 0n ? [] : [{ address, share, vault: stateOf.get(address) }];
      });
      const [previews, assets] = await Promise.all([
        tryRead(held.map(({ address, share = 0n }) => toAssets(address, "previewRedeem", share))),
        Promise.all(held.map(async ({ address, vault }) => vault?.asset ?? findAsset(context, address))),
      ]);
      return held.map(({ address, share, vault }, index) =>
        vault === undefined || share === undefined
          ? toSilent(address, assets[index])
          : toPosition(vault, share, previews[index]),
      );
    },

    async unwrap(context: ReadContext<Erc4626Contracts>, { token, rawAmount }: Amount) {
      const [vaults, [preview]] = await Promise.all([
        readVaults(context, listVouched, [token]),
        context.tryRead([toAssets(token, "previewRedeem", rawAmount)]),
      ]);
      const [vault] = vaults;
      if (vault === undefined) return [{ token, rawAmount }];
      const { detail } = toPosition(vault, rawAmount, preview);
      return detail.type === "common" ? detail.supplies : [];
    },

    async listPools(context: PoolContext<Erc4626Contracts>) {
      const vaults = await readVaults(context, listVouched, context.known);
      const inner = await Promise.all(vaults.map(({ asset }) => findAsset(context, asset)));
      return vaults.map(({ address, asset, rawAssets, rawBacking, rawShares }, index): PoolState => ({
        pool: { controller: address },
        name: "Yield",
        contracts: [address],
        supplies: [{ token: asset, rawAmount: min(rawAssets, rawBacking) }],
        rawShares,
        isNested: inner[index] !== undefined,
        depositors: { by: "receipt", token: address },
      }));
    },
  }) satisfies Partial<Adapter<Erc4626Contracts>>;

/**
 * The minimum of: redeeming after fees, the share of all assets (rounded up, as rounding inside the vault may be),
 * and the share of trusted assets.
 */
function toPosition(vault: VaultState, share: bigint, preview: bigint | undefined): Position {
  const { address, asset, rawAssets, rawBacking, rawShares } = vault;
  const promised = min(preview ?? 0n, shareOut(rawAssets, share, rawShares));
  const rawAmount = min(promised, shareOut(rawBacking, share, rawShares));
  const description =
    preview === undefined
      ? "The vault does not report what redeeming would pay."
      : rawAmount < promised
        ? "Only the vault's own assets are counted."
        : undefined;
  const supplies = [{ token: asset, rawAmount }];
  return {
    name: "Yield",
    pool: { controller: address },
    detail: { type: "common", supplies, ...(description !== undefined && { description }) },
  };
}

/** Of an identified vault that fails now: the position is listed, with no value. */
function toSilent(address: Address, asset: Address | undefined): Position {
  const supplies = asset === undefined ? [] : [{ token: asset, rawAmount: 0n }];
  const description = "The vault does not respond.";
  return { name: "Yield", pool: { controller: address }, detail: { type: "common", supplies, description } };
}

/** Rounded up. */
const shareOut = (raw: bigint, share: bigint, all: bigint): bigint =>
  all === 0n ? 0n : (raw * share + all - 1n) / all;
