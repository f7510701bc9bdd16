import type { Address } from "@portico/evm";
import { erc20Abi } from "@portico/evm";
import type { ReadContext } from "../../adapter.ts";
import { toLower } from "../../toLower.ts";
import { vaultAbi } from "./gmxV1Abi.ts";

/** A vault lists about ten; a broken one must not be read without end. */
const MAX_TOKENS = 100;

/** The tokens that a vault has ever accepted. */
export async function listVaultTokens({ read, readOnce }: ReadContext<unknown>, vault: Address): Promise<Address[]> {
  const of = { address: vault, abi: vaultAbi } as const;
  const [length] = await read([{ ...of, functionName: "allWhitelistedTokensLength" }]);
  const ids = Array.from({ length: Math.min(Number(length), MAX_TOKENS) }, (_, index) => BigInt(index));
  const tokens = await readOnce(
    ids.map((id) => ({ ...of, functionName: "allWhitelistedTokens", args: [id] }) as const),
  );
  return [...new Set(tokens.map(toLower))];
}

/** A vault's liquidity in one token. */
export interface VaultReserve {
  token: Address;
  /** Base units, up to the vault's balance. */
  rawAmount: bigint;
  /** At the vault's own price, 30 decimals. */
  rawUsd: bigint;
}

/** What a vault's liquidity consists of: what it accounts, up to what it holds. */
export async function readReserves(context: ReadContext<unknown>, vault: Address): Promise<VaultReserve[]> {
  const tokens = await listVaultTokens(context, vault);
  const each = (functionName: "getMinPrice" | "poolAmounts" | "tokenDecimals") =>
    tokens.map((token) => ({ address: vault, abi: vaultAbi, functionName, args: [token] }) as const);
  const [amounts, balances, decimals, prices] = await Promise.all([
    context.read(each("poolAmounts")),
    context.tryRead(
      tokens.map((token) => ({ address: token, abi: erc20Abi, functionName: "balanceOf", args: [vault] }) as const),
    ),
    context.readOnce(each("tokenDecimals")),
    context.tryRead(each("getMinPrice")),
  ]);
  return tokens.map((token, index) => {
    const [counted, held] = [amounts[index] ?? 0n, balances[index] ?? 0n];
    const rawAmount = counted < held ? counted : held;
    return { token, rawAmount, rawUsd: (rawAmount * (prices[index] ?? 0n)) / 10n ** (decimals[index] ?? 18n) };
  });
}
