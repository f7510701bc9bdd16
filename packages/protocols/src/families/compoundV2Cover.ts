import { erc20Abi, multicall3Abi, NATIVE_TOKEN } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { ReadContext } from "../adapter.ts";
import type { Cover } from "./cover.ts";

const marketAbi = parseAbi([
  "function getCash() view returns (uint256)",
  "function totalSupply() view returns (uint256)",
  "function totalReserves() view returns (uint256)",
  "function totalBorrows() view returns (uint256)",
  "function totalBorrowsCurrent() view returns (uint256)",
]);

/** What covers all shares of a market: the asset that it holds, and debts with interest, less its own part. */
export async function readCompoundCover(
  context: ReadContext<unknown>,
  address: Address,
  asset: Address,
): Promise<Cover> {
  const of = { address, abi: marketAbi } as const;
  const [cash, [rawClaims, borrows], [reserves = 0n], [current]] = await Promise.all([
    readCash(context, address, asset),
    context.read([
      { ...of, functionName: "totalSupply" },
      { ...of, functionName: "totalBorrows" },
    ]),
    context.tryRead([{ ...of, functionName: "totalReserves" }]),
    context.trySimulate([{ ...of, functionName: "totalBorrowsCurrent" }]),
  ]);
  return { rawCover: cash + (current ?? borrows) - reserves, rawClaims };
}

/** By the asset itself; of native coin the account's balance, or the market's report where nothing reads balances. */
async function readCash({ chain, read }: ReadContext<unknown>, market: Address, asset: Address): Promise<bigint> {
  if (asset !== NATIVE_TOKEN)
    return (await read([{ address: asset, abi: erc20Abi, functionName: "balanceOf", args: [market] }]))[0];
  const address = chain.multicall3;
  return address === null
    ? (await read([{ address: market, abi: marketAbi, functionName: "getCash" }]))[0]
    : (await read([{ address, abi: multicall3Abi, functionName: "getEthBalance", args: [market] }]))[0];
}
