import { erc20Abi } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { ReadContext } from "../../adapter.ts";
import type { PoolState } from "../../position.ts";
import { unlessUnread } from "../../reader.ts";
import { toLower } from "../../toLower.ts";
import type { TokenPair } from "../liquidity.ts";
import { readWords, toAddress } from "../readWords.ts";

type Reads = Pick<ReadContext<unknown>, "read" | "readOnce" | "tryRead">;

interface ClaimViews {
  factory: string;
  tokens: readonly [string, string];
  /** Its first word is the step between bins, which distinguishes pairs of the same tokens. */
  binStep: string;
}

/** Of versions 2.1 and 2.2, and of 2.0. @see https://developers.lfj.gg */
export const claimViews: readonly ClaimViews[] = [
  { factory: "getFactory()", tokens: ["getTokenX()", "getTokenY()"], binStep: "getBinStep()" },
  { factory: "factory()", tokens: ["tokenX()", "tokenY()"], binStep: "feeParameters()" },
];

/** Whether the factory returns the contract as the pair of its tokens. */
export async function readClaim(
  reads: Pick<Reads, "tryRead">,
  { factory, address, views }: { factory: Address; address: Address; views: ClaimViews },
): Promise<boolean> {
  const words = await Promise.all(
    [...views.tokens, views.binStep].map(async (view) => readWords(reads, { address, view }, [1])),
  );
  const [tokenX, tokenY, binStep] = words.map((word) => word?.[0]);
  if (tokenX === undefined || tokenY === undefined || binStep === undefined) return false;
  const args = [toAddress(tokenX), toAddress(tokenY), binStep];
  const call = { address: factory, view: "getLBPairInformation(address,address,uint256)", args };
  const [, pair = 0n] = (await readWords(reads, call, [4])) ?? [];
  return toAddress(pair) === address;
}

const tokensAbi = parseAbi([
  "function getTokenX() view returns (address)",
  "function getTokenY() view returns (address)",
  "function tokenX() view returns (address)",
  "function tokenY() view returns (address)",
]);

type Tokens = readonly [Address, Address];

/** A pair's tokens, and its balances of them. */
export async function readLbPair(reads: Reads, pair: Address): Promise<{ tokens: Tokens; balances: TokenPair }> {
  const tokens = await readTokens(reads, pair);
  const [balanceX = 0n, balanceY = 0n] = await reads.tryRead(
    tokens.map((address) => ({ address, abi: erc20Abi, functionName: "balanceOf", args: [pair] }) as const),
  );
  return { tokens, balances: [balanceX, balanceY] };
}

async function readTokens({ readOnce }: Pick<Reads, "readOnce">, address: Address): Promise<Tokens> {
  const of = { address, abi: tokensAbi } as const;
  const newer = readOnce([
    { ...of, functionName: "getTokenX" },
    { ...of, functionName: "getTokenY" },
  ]);
  const older = async () =>
    readOnce([
      { ...of, functionName: "tokenX" },
      { ...of, functionName: "tokenY" },
    ]);
  const [tokenX, tokenY] = (await unlessUnread(newer, undefined)) ?? (await older());
  return [toLower(tokenX), toLower(tokenY)];
}

/** The reserves of all bins. Depositors are unknown: each bin has shares of its own. */
export async function readPairState(reads: Reads, address: Address): Promise<PoolState> {
  const [{ tokens, balances }, newer, older] = await Promise.all([
    readLbPair(reads, address),
    readWords(reads, { address, view: "getReserves()" }, [2]),
    readWords(reads, { address, view: "getReservesAndId()" }, [2]),
  ]);
  const reserves = newer ?? older;
  const supplies = tokens.map((token, side) => {
    const [balance = 0n, reserve = 0n] = [balances[side], reserves?.[side]];
    return { token, rawAmount: reserve < balance ? reserve : balance };
  });
  return { pool: { controller: address }, name: "Liquidity Pool", contracts: [address], supplies, rawShares: 0n };
}
