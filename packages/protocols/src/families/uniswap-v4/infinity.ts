import { erc20Abi, NATIVE_TOKEN, ZERO_ADDRESS } from "@portico/evm";
import type { Address, Hash } from "@portico/evm";
import { encodeAbiParameters, keccak256, numberToHex, parseAbi } from "viem";
import type { OwnerContext } from "../../adapter.ts";
import type { Amount, Position } from "../../position.ts";
import { createLimits } from "../limits.ts";
import type { Take } from "../limits.ts";
import { toAmounts, toEarned, toGrowthInside } from "../liquidity.ts";
import type { TickRange, TokenPair } from "../liquidity.ts";
import { readWords, toAddress, toTick } from "../readWords.ts";

/** @see "ICLPoolManager of https://github.com/pancakeswap/infinity-core" */
const managerAbi = parseAbi([
  "function vault() view returns (address)",
  "function getSlot0(bytes32 id) view returns (uint160 sqrtPriceX96, int24 tick, uint24 protocolFee, uint24 lpFee)",
  "function getFeeGrowthGlobals(bytes32 id) view returns (uint256, uint256)",
  "function getPoolTickInfo(bytes32 id, int24 tick) view returns (uint128 liquidityGross, int128 liquidityNet, uint256 feeGrowthOutside0X128, uint256 feeGrowthOutside1X128)",
  "function getPosition(bytes32 id, address owner, int24 tickLower, int24 tickUpper, bytes32 salt) view returns (uint128 liquidity, uint256 feeGrowthInside0LastX128, uint256 feeGrowthInside1LastX128)",
]);

/** Anybody may send NFTs of an own manager: more than these are not read. */
const MAX_NFTS = 1_000;

interface Held extends TickRange {
  /** The contract with the NFT. */
  positions: Address;
  tokenId: bigint;
  tokens: TokenPair<Address>;
  poolId: Hash;
}

/**
 * PancakeSwap Infinity and its forks: like Uniswap V4, a manager has all pools, and a vault all tokens. Contracts of NFTs
 * only say which range an NFT is; the manager knows its liquidity.
 */
export async function listInfinity(context: OwnerContext<unknown>, manager: Address): Promise<Position[]> {
  const ids = [...context.nfts].flatMap(([positions, own]) => own.map((tokenId) => ({ positions, tokenId })));
  const [held, [vault]] = await Promise.all([
    Promise.all(ids.slice(0, MAX_NFTS).map(async (id) => readHeld(context, id))),
    ids.length === 0 ? [] : context.readOnce([{ address: manager, abi: managerAbi, functionName: "vault" }]),
  ]);
  const take = createLimits();
  const found = await Promise.all(
    held.flat().map(async (one) => readPosition(context, one, { manager, vault: vault ?? ZERO_ADDRESS, take })),
  );
  return found.flat();
}

/** In words: the six of a pool's key, ticks, liquidity and growths. */
const NFT_LENGTH = 12;

async function readHeld(
  context: OwnerContext<unknown>,
  { positions, tokenId }: Pick<Held, "positions" | "tokenId">,
): Promise<Held[]> {
  const call = { address: positions, view: "positions(uint256)", args: [tokenId] };
  const words = await readWords(context, call, [NFT_LENGTH]);
  if (words === undefined) return []; // burned
  const [currency0 = 0n, currency1 = 0n, , , , , lower = 0n, upper = 0n] = words;
  const key = words.slice(0, 6).map((word) => numberToHex(word, { size: 32 }));
  const poolId = keccak256(encodeAbiParameters([{ type: "bytes32[6]" }], [key as never]));
  const tokens = [toAddress(currency0), toAddress(currency1)] as const;
  return [{ positions, tokenId, tokens, poolId, tickLower: toTick(lower), tickUpper: toTick(upper) }];
}

interface Singleton {
  manager: Address;
  vault: Address;
  take: Take;
}

async function readPosition(
  { read, tryRead }: OwnerContext<unknown>,
  held: Held,
  { manager, vault, take }: Singleton,
): Promise<Position[]> {
  const { poolId, positions, tokenId, tokens, tickLower, tickUpper } = held;
  const of = { address: manager, abi: managerAbi } as const;
  const salt = numberToHex(tokenId, { size: 32 });
  const [found, balances] = await Promise.all([
    read([
      { ...of, functionName: "getSlot0", args: [poolId] },
      { ...of, functionName: "getFeeGrowthGlobals", args: [poolId] },
      { ...of, functionName: "getPoolTickInfo", args: [poolId, tickLower] },
      { ...of, functionName: "getPoolTickInfo", args: [poolId, tickUpper] },
      { ...of, functionName: "getPosition", args: [poolId, positions, tickLower, tickUpper, salt] },
    ]),
    tryRead(tokens.map((address) => ({ address, abi: erc20Abi, functionName: "balanceOf", args: [vault] }) as const)),
  ]);
  const [[sqrtPriceX96, tick], globals, lower, upper, [liquidity, ...last]] = found;
  if (liquidity === 0n) return [];
  const earned = (side: 0 | 1): bigint => {
    const [outsideLower, outsideUpper] = side === 0 ? [lower[2], upper[2]] : [lower[3], upper[3]];
    return toEarned(
      liquidity,
      toGrowthInside({ global: globals[side], outsideLower, outsideUpper }, held, tick),
      last[side],
    );
  };
  const name = (side: 0 | 1, amount: bigint): Amount => {
    const token = tokens[side];
    if (token === ZERO_ADDRESS) return { token: NATIVE_TOKEN, rawAmount: amount };
    return { token, rawAmount: take(token, balances[side] ?? 0n, amount) };
  };
  const principal = toAmounts(liquidity, held, { sqrtPriceX96, tick });
  const supplies: [Amount, Amount] = [name(0, principal[0]), name(1, principal[1])];
  const rewards = [name(0, earned(0)), name(1, earned(1))].filter(({ rawAmount }) => rawAmount > 0n);
  const pool = { controller: manager, index: poolId };
  const range = { tokens: [supplies[0].token, supplies[1].token] as const, tickLower, tickUpper, tick, sqrtPriceX96 };
  return [
    {
      name: "Liquidity Pool",
      detail: { type: "common", supplies, rewards },
      pool,
      positionIndex: String(tokenId),
      range,
    },
  ];
}
