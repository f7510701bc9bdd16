import { erc20Abi } from "@portico/evm";
import type { Address } from "@portico/evm";
import type { ForkIdentity, OwnerContext, PoolContext, ReadContext } from "../../adapter.ts";
import { defineFamily } from "../../family.ts";
import type { PoolState, Position } from "../../position.ts";
import { unlessUnread } from "../../reader.ts";
import { readStake } from "../staked.ts";
import { readYieldVault } from "./yieldVaultState.ts";
import type { YieldVaultState } from "./yieldVaultState.ts";
import { forksByAddress } from "../forksByAddress.ts";

export interface YieldVaultContracts {
  vaults: readonly Address[];
}

/** Vaults from before ERC-4626: shares by a price or by the vault's balance, which a strategy invests. */
export const yieldVaultsFamily = defineFamily<YieldVaultContracts>({
  name: "yield-vaults",
  roles: { vault: "required" },
  toContracts: ({ vault = [] }) => ({ vaults: vault }),
  readsUntrusted: true,

  /** A vault of a row that responds. */
  async identifyForks(context: ReadContext<readonly YieldVaultContracts[]>, candidates) {
    const forkOf = forksByAddress(context.contracts.map(({ vaults }) => vaults));
    const found = await Promise.all(
      candidates.map(async (vault): Promise<[Address, ForkIdentity][]> => {
        const fork = forkOf.get(vault);
        if (fork === undefined || (await readYieldVault(context, vault)) === undefined) return [];
        return [[vault, { fork, identity: "receipt" }]];
      }),
    );
    return new Map(found.flat());
  },

  async listPositions(context: OwnerContext<YieldVaultContracts>) {
    const positions = await Promise.all(context.receipts.map((vault) => readPosition(context, vault)));
    return positions.flat();
  },

  async unwrap(context: ReadContext<YieldVaultContracts>, { token, rawAmount }) {
    const state = await readYieldVault(context, token);
    if (state === undefined) return [{ token, rawAmount }];
    return [{ token: state.asset, rawAmount: cover(state, state.toAssets(rawAmount), rawAmount) }];
  },

  async listPools(context: PoolContext<YieldVaultContracts>) {
    const pools = await Promise.all(context.known.map((vault) => unlessUnread(readPool(context, vault), [])));
    return pools.flat();
  },

  async check(context: ReadContext<YieldVaultContracts>) {
    const states = await Promise.all(context.contracts.vaults.map((vault) => readYieldVault(context, vault)));
    return states.every((state) => state === undefined)
      ? "no vault names its asset and its balance or price"
      : undefined;
  },
});

/** Like redeeming, as far as what the vault and its strategy hold covers it. */
async function readPosition(context: OwnerContext<unknown>, vault: Address): Promise<Position[]> {
  const [[share], state] = await Promise.all([
    context.read([{ address: vault, abi: erc20Abi, functionName: "balanceOf", args: [context.owner] }]),
    readYieldVault(context, vault),
  ]);
  if (share === 0n) return [];
  const pool = { controller: vault };
  if (state === undefined) {
    const description = "The vault does not respond.";
    return [{ name: "Yield", pool, detail: { type: "common", supplies: [], description } }];
  }
  const claimed = state.toAssets(share);
  const rawAmount = cover(state, claimed, share);
  const { supplies } = await readStake({ ...context, contracts: {} }, { token: state.asset, rawAmount });
  const description = "Only what the vault and its strategy hold is counted.";
  return [{ name: "Yield", pool, detail: { type: "common", supplies, ...(rawAmount < claimed && { description }) } }];
}

async function readPool(context: PoolContext<unknown>, vault: Address): Promise<PoolState[]> {
  const state = await readYieldVault(context, vault);
  if (state === undefined) return [];
  const { rawShares, asset } = state;
  const rawAmount = cover(state, state.toAssets(rawShares), rawShares);
  const { supplies } = await readStake({ ...context, contracts: {} }, { token: asset, rawAmount });
  return [
    {
      pool: { controller: vault },
      name: "Yield",
      contracts: [vault],
      supplies,
      rawShares,
      depositors: { by: "receipt", token: vault },
    },
  ];
}

/** A share's part of what is held, if that is less than its claim; both are rounded down. */
function cover({ rawHeld, rawShares }: YieldVaultState, claimed: bigint, share: bigint): bigint {
  const covered = rawShares === 0n ? 0n : (rawHeld * share) / rawShares;
  return covered < claimed ? covered : claimed;
}
