import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { ForkIdentity, PoolContext } from "../../adapter.ts";
import { defineFamily } from "../../family.ts";
import type { PoolState } from "../../position.ts";
import { toLower } from "../../toLower.ts";
import { readFluidPositions, tokenAbi } from "./fluidPositions.ts";
import { listSides, readDexRates, resolverAbi, toAmounts } from "./fluidReads.ts";
import type { FluidContracts } from "./fluidReads.ts";
import { forksByAddress } from "../forksByAddress.ts";

const factoryAbi = parseAbi(["function allTokens() view returns (address[])"]);

/** Lending tokens, and loans as NFTs whose collateral and debt may be shares of an exchange. */
export const fluidFamily = defineFamily<FluidContracts>({
  name: "fluid",
  roles: {
    vaultFactory: "required",
    vaultResolver: "required",
    lendingFactory: "required",
    dexResolver: "optional",
    resolver: "optional",
    liquidity: "optional",
  },
  toContracts: ({ vaultFactory = [], vaultResolver = [], lendingFactory = [], dexResolver = [] }) => ({
    vaultFactory: vaultFactory[0]!,
    vaultResolver: vaultResolver[0]!,
    lendingFactory: lendingFactory[0]!,
    ...(dexResolver[0] && { dexResolver: dexResolver[0] }),
  }),

  signals: ({ vaultFactory }) => ({ nfts: [vaultFactory] }),

  /** The lending factories list their tokens. */
  async identifyForks({ contracts, tryRead }, candidates) {
    const lists = await tryRead(
      contracts.map(
        ({ lendingFactory }) => ({ address: lendingFactory, abi: factoryAbi, functionName: "allTokens" }) as const,
      ),
    );
    const forks = forksByAddress(lists.map((tokens = []) => tokens.map(toLower)));
    return new Map(
      candidates.flatMap((address): [Address, ForkIdentity][] => {
        const fork = forks.get(toLower(address));
        return fork === undefined ? [] : [[address, { fork, identity: "receipt" }]];
      }),
    );
  },

  listPositions: readFluidPositions,

  async unwrap({ read, readOnce }, { token, rawAmount }) {
    const of = { address: token, abi: tokenAbi } as const;
    const [[asset], [assets]] = await Promise.all([
      readOnce([{ ...of, functionName: "asset" }]),
      read([{ ...of, functionName: "convertToAssets", args: [rawAmount] }]),
    ]);
    return [{ token: toLower(asset), rawAmount: assets }];
  },

  async listPools(context: PoolContext<FluidContracts>) {
    const [deposits, vaults] = await Promise.all([
      listDeposits(context),
      context.isContinued === true ? [] : listVaults(context),
    ]);
    return [...deposits, ...vaults];
  },

  async check({ contracts, tryRead }) {
    const [[tokens], [vaults]] = await Promise.all([
      tryRead([{ address: contracts.lendingFactory, abi: factoryAbi, functionName: "allTokens" }]),
      tryRead([{ address: contracts.vaultResolver, abi: resolverAbi, functionName: "getAllVaultsAddresses" }]),
    ]);
    if (tokens === undefined) return "lendingFactory does not respond to allTokens()";
    return vaults === undefined ? "vaultResolver does not respond to getAllVaultsAddresses()" : undefined;
  },
});

async function listDeposits({ known, read, readOnce }: PoolContext<FluidContracts>): Promise<PoolState[]> {
  const get = (functionName: "totalAssets" | "totalSupply") =>
    read(known.map((address) => ({ address, abi: tokenAbi, functionName }) as const));
  const [assets, totals, shares] = await Promise.all([
    readOnce(known.map((address) => ({ address, abi: tokenAbi, functionName: "asset" }) as const)),
    get("totalAssets"),
    get("totalSupply"),
  ]);
  return known.map((token, index) => ({
    pool: { controller: token },
    name: "Lending",
    contracts: [token],
    supplies: [{ token: toLower(assets[index]!), rawAmount: totals[index]! }],
    rawShares: shares[index]!,
    depositors: { by: "receipt", token },
  }));
}

/** A call reads a vault's whole state, half a million gas: a few at a time. */
const VAULTS_AT_ONCE = 25;

/** The collateral of each vault, whose owners only the NFTs name. A vault or exchange that fails is omitted. */
async function listVaults(context: PoolContext<FluidContracts>): Promise<PoolState[]> {
  const { contracts, read, tryRead } = context;
  const address = contracts.vaultResolver;
  const [vaults] = await read([{ address, abi: resolverAbi, functionName: "getAllVaultsAddresses" }]);
  const pools: PoolState[] = [];
  for (let start = 0; start < vaults.length; start += VAULTS_AT_ONCE) {
    const part = vaults.slice(start, start + VAULTS_AT_ONCE);
    const states = await tryRead(
      part.map((vault) => ({ address, abi: resolverAbi, functionName: "getVaultEntireData", args: [vault] }) as const),
    );
    const known = states.filter((state) => state !== undefined);
    const rates = await readDexRates(context, [
      ...new Set(known.flatMap((state) => listSides(state).supply.dex ?? [])),
    ]);
    for (const state of known) {
      const { supply } = listSides(state);
      const rawShares = state.totalSupplyAndBorrow.totalSupplyVault;
      const supplies = toAmounts("supply", rawShares, supply, rates);
      if (supplies === undefined) continue;
      const controller = toLower(state.vault);
      pools.push({ pool: { controller }, name: "Lending", contracts: [controller], supplies, rawShares });
    }
  }
  return pools;
}
