import { erc20Abi } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { OwnerContext, PoolContext, ReadContext } from "../adapter.ts";
import type { Amount, PoolState, Position } from "../position.ts";
import { toLower } from "../toLower.ts";
import { listAnswered } from "./listAnswered.ts";

/** Vaults that manage liquidity of one pool: Gamma's and ICHI's. @see https://docs.gamma.xyz */
const vaultAbi = parseAbi([
  "function token0() view returns (address)",
  "function token1() view returns (address)",
  "function totalSupply() view returns (uint256)",
  "function getTotalAmounts() view returns (uint256 total0, uint256 total1)",
]);

interface ManagedVault {
  supplies: Amount[];
  rawShares: bigint;
}

async function readVault({ read, readOnce }: ReadContext<unknown>, address: Address): Promise<ManagedVault> {
  const of = { address, abi: vaultAbi } as const;
  const [tokens, [totals, rawShares]] = await Promise.all([
    readOnce([
      { ...of, functionName: "token0" },
      { ...of, functionName: "token1" },
    ]),
    read([
      { ...of, functionName: "getTotalAmounts" },
      { ...of, functionName: "totalSupply" },
    ]),
  ]);
  const supplies = ([0, 1] as const).map((side) => ({ token: toLower(tokens[side]), rawAmount: totals[side] }));
  return { supplies, rawShares };
}

/** Candidates that are such vaults, by form alone. */
export async function findManagedVaults({ tryRead }: ReadContext<unknown>, candidates: readonly Address[]) {
  const totals = await tryRead(
    candidates.map((address) => ({ address, abi: vaultAbi, functionName: "getTotalAmounts" }) as const),
  );
  return candidates.filter((_address, index) => totals[index] !== undefined);
}

/** Shares of vaults: parts of what they would have if they withdrew all liquidity. */
export const managedLiquidity = {
  readsUntrusted: true,

  async listPositions(context: OwnerContext<unknown>) {
    const found = await Promise.all(context.receipts.map((vault) => readShare(context, vault)));
    return found.flat();
  },

  listPools: (context: PoolContext<unknown>) =>
    listAnswered(
      context.known.map(async (address): Promise<PoolState> => {
        const { supplies, rawShares } = await readVault(context, address);
        return {
          pool: { controller: address },
          name: "Liquidity Pool",
          contracts: [address],
          supplies,
          rawShares,
          depositors: { by: "receipt", token: address },
        };
      }),
    ),
};

async function readShare(context: OwnerContext<unknown>, address: Address): Promise<Position[]> {
  const [[share], { supplies: all, rawShares }] = await Promise.all([
    context.read([{ address, abi: erc20Abi, functionName: "balanceOf", args: [context.owner] }]),
    readVault(context, address),
  ]);
  if (share === 0n || rawShares === 0n) return [];
  const supplies = all.map(({ token, rawAmount }) => ({ token, rawAmount: (rawAmount * share) / rawShares }));
  return [{ name: "Liquidity Pool", detail: { type: "common", supplies }, pool: { controller: address } }];
}
