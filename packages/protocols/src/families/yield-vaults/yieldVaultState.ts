import { erc20Abi, ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { ReadContext } from "../../adapter.ts";
import { unlessUnread } from "../../reader.ts";
import { toLower } from "../../toLower.ts";
import { readStrategyHoldings } from "./strategyHoldings.ts";

export interface YieldVaultState {
  asset: Address;
  rawShares: bigint;
  /** What the vault pays for shares, by its own report. */
  toAssets(shares: bigint): bigint;
  /** Of the asset: what the vault, its strategy and where that staked really hold. */
  rawHeld: bigint;
}

/** By several names. @see "BeefyVaultV6, yearn's yVault and Harvest's Vault" */
const assetNames = ["want", "token", "underlying", "asset"] as const;
const balanceNames = ["balance", "totalAssets", "underlyingBalanceWithInvestment"] as const;
const vaultAbi = parseAbi([
  "function want() view returns (address)",
  "function token() view returns (address)",
  "function underlying() view returns (address)",
  "function asset() view returns (address)",
  "function balance() view returns (uint256)",
  "function totalAssets() view returns (uint256)",
  "function underlyingBalanceWithInvestment() view returns (uint256)",
  "function pricePerShare() view returns (uint256)",
  "function getPricePerFullShare() view returns (uint256)",
  "function decimals() view returns (uint8)",
  "function totalSupply() view returns (uint256)",
  "function strategy() view returns (address)",
  "function withdrawalQueue(uint256 index) view returns (address)",
]);

/** Undefined if it names no asset, or neither its balance nor a price. */
export async function readYieldVault(
  context: ReadContext<unknown>,
  address: Address,
): Promise<YieldVaultState | undefined> {
  const of = { address, abi: vaultAbi } as const;
  const naming = findAsset(context, address);
  const [asset, balances, [rawShares, decimals, price, fullPrice], rawHeld] = await Promise.all([
    naming,
    context.tryRead(balanceNames.map((functionName) => ({ ...of, functionName }) as const)),
    context.tryRead([
      { ...of, functionName: "totalSupply" },
      { ...of, functionName: "decimals" },
      { ...of, functionName: "pricePerShare" },
      { ...of, functionName: "getPricePerFullShare" },
    ]),
    naming.then((token) => (token === undefined ? 0n : readHeld(context, address, token))),
  ]);
  if (asset === undefined || rawShares === undefined) return undefined;
  const balance = balances.find((amount) => amount !== undefined);
  const each = price ?? fullPrice;
  if (balance !== undefined && price === undefined)
    return {
      asset,
      rawShares,
      rawHeld,
      toAssets: (shares) => (rawShares === 0n ? 0n : (balance * shares) / rawShares),
    };
  if (each === undefined) return undefined;
  const one = 10n ** BigInt(decimals ?? 18);
  return { asset, rawShares, rawHeld, toAssets: (shares) => (each * shares) / one };
}

/** A constant. */
async function findAsset({ readOnce }: ReadContext<unknown>, address: Address): Promise<Address | undefined> {
  const named = await Promise.all(
    assetNames.map((functionName) =>
      unlessUnread<readonly Address[]>(readOnce([{ address, abi: vaultAbi, functionName }]), []),
    ),
  );
  return named
    .flat()
    .map(toLower)
    .find((token) => token !== ZERO_ADDRESS && token !== address);
}

async function readHeld(context: ReadContext<unknown>, vault: Address, asset: Address): Promise<bigint> {
  const [[own], strategies] = await Promise.all([
    context.tryRead([{ address: asset, abi: erc20Abi, functionName: "balanceOf", args: [vault] }]),
    listStrategies(context, vault),
  ]);
  const held = await Promise.all(strategies.map((strategy) => readStrategyHoldings(context, strategy, asset)));
  return held.reduce((sum, amount) => sum + amount, own ?? 0n);
}

/** Of a queue: Yearn's length. */
const MAX_STRATEGIES = 20;

/** One, or a queue of several, as of Yearn V2; each once. */
async function listStrategies({ tryRead }: ReadContext<unknown>, vault: Address): Promise<Address[]> {
  const readQueue = (from: number, to: number) =>
    tryRead(
      Array.from(
        { length: to - from },
        (_, index) =>
          ({ address: vault, abi: vaultAbi, functionName: "withdrawalQueue", args: [BigInt(from + index)] }) as const,
      ),
    );
  const [[strategy], [first]] = await Promise.all([
    tryRead([{ address: vault, abi: vaultAbi, functionName: "strategy" }]),
    readQueue(0, 1),
  ]);
  const rest = first === undefined || first === ZERO_ADDRESS ? [] : await readQueue(1, MAX_STRATEGIES);
  const named = [strategy, first, ...rest].map((address) => toLower(address ?? ZERO_ADDRESS));
  return [...new Set(named)].filter((address) => address !== ZERO_ADDRESS && address !== vault);
}
