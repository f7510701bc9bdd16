import { type Address, NATIVE_TOKEN } from "@portico/evm";
import type { TokenAmount } from "../action.ts";
import type { Args, FunctionRow, Reading } from "../functionRow.ts";
import { amountOf, type Effects, ifActor, protocolRow } from "./protocolRow.ts";
import { readPathEnds } from "./uniswapV3Path.ts";

/** Placeholder of routers for their caller. @see Constants.sol of swap-router-contracts and universal-router */
const MSG_SENDER: Address = "0x0000000000000000000000000000000000000001";

/** `amounts` if they go to the actor, not to the router itself (2) or another account. Not for the first SwapRouter. */
export const ifReached = ({ actor }: Reading, recipient: Address, amounts: TokenAmount[]): TokenAmount[] =>
  recipient === actor || recipient === MSG_SENDER ? amounts : [];

/**
 * Payment to a periphery contract: native coin if enough was sent and the token is its ERC-20 form, else the token;
 * either if
 * it depends on the amount. 0: the contract's own balance.
 */
export function pay({ call, knowledge }: Reading, token: Address | undefined, rawAmount: bigint): TokenAmount[] {
  if (rawAmount === 0n) return [];
  const rawValue = token !== undefined && token === knowledge.wrappedToken ? call.rawValue : 0n;
  if (rawValue >= rawAmount) return amountOf(NATIVE_TOKEN, rawAmount);
  return [...(rawValue > 0n ? amountOf(NATIVE_TOKEN, rawValue) : []), ...amountOf(token, rawAmount)];
}

interface Swap {
  tokenIn: Address | undefined;
  tokenOut: Address | undefined;
  recipient: Address;
  /** Only in the first SwapRouter, for which no address is a placeholder for its caller. */
  deadline?: bigint | undefined;
  rawIn: bigint;
  rawOut: bigint;
}

const toEffects = (reading: Reading, { tokenIn, tokenOut, recipient, deadline, rawIn, rawOut }: Swap): Effects => ({
  sends: pay(reading, tokenIn, rawIn),
  receives: (deadline === undefined ? ifReached : ifActor)(reading, recipient, amountOf(tokenOut, rawOut)),
});

const single = ({ params }: Args, reading: Reading): Effects =>
  toEffects(reading, {
    tokenIn: params.tokenIn,
    tokenOut: params.tokenOut,
    recipient: params.recipient,
    deadline: params.deadline,
    rawIn: params.amountIn ?? params.amountInMaximum,
    rawOut: params.amountOutMinimum ?? params.amountOut,
  });

const exactInput = ({ params }: Args, reading: Reading): Effects => {
  const ends = readPathEnds(params.path);
  return toEffects(reading, {
    tokenIn: ends?.first,
    tokenOut: ends?.last,
    recipient: params.recipient,
    deadline: params.deadline,
    rawIn: params.amountIn,
    rawOut: params.amountOutMinimum,
  });
};

/** The path is reversed: it begins with the output token. */
const exactOutput = ({ params }: Args, reading: Reading): Effects => {
  const ends = readPathEnds(params.path);
  return toEffects(reading, {
    tokenIn: ends?.last,
    tokenOut: ends?.first,
    recipient: params.recipient,
    deadline: params.deadline,
    rawIn: params.amountInMaximum,
    rawOut: params.amountOut,
  });
};

const pool = "address tokenIn, address tokenOut, uint24 fee, address recipient";
const inAmounts = "uint256 amountIn, uint256 amountOutMinimum";
const outAmounts = "uint256 amountOut, uint256 amountInMaximum";
const along = "bytes path, address recipient";

/** @see https://docs.uniswap.org/contracts/v3/reference/periphery/SwapRouter: with a deadline; SwapRouter02: without one */
const listSwaps = (deadline: string): FunctionRow[] => [
  protocolRow(
    "swap",
    `function exactInputSingle((${pool}${deadline}, ${inAmounts}, uint160 sqrtPriceLimitX96) params) payable`,
    single,
  ),
  protocolRow("swap", `function exactInput((${along}${deadline}, ${inAmounts}) params) payable`, exactInput),
  protocolRow(
    "swap",
    `function exactOutputSingle((${pool}${deadline}, ${outAmounts}, uint160 sqrtPriceLimitX96) params) payable`,
    single,
  ),
  protocolRow("swap", `function exactOutput((${along}${deadline}, ${outAmounts}) params) payable`, exactOutput),
];

/** V2 and stable pool functions of SwapRouter02 and PancakeSwap's SmartRouter. */
const routed = (rawIn: string, rawOut: string) => (a: Args, reading: Reading) =>
  toEffects(reading, {
    tokenIn: a["path"][0],
    tokenOut: a["path"].at(-1),
    recipient: a["to"],
    rawIn: a[rawIn],
    rawOut: a[rawOut],
  });
const v2In = "uint256 amountIn, uint256 amountOutMin";
const v2Out = "uint256 amountOut, uint256 amountInMax";

const routedRows: readonly FunctionRow[] = [
  protocolRow(
    "swap",
    `function swapExactTokensForTokens(${v2In}, address[] path, address to) payable`,
    routed("amountIn", "amountOutMin"),
  ),
  protocolRow(
    "swap",
    `function swapTokensForExactTokens(${v2Out}, address[] path, address to) payable`,
    routed("amountInMax", "amountOut"),
  ),
  protocolRow(
    "swap",
    `function exactInputStableSwap(address[] path, uint256[] flag, ${v2In}, address to) payable`,
    routed("amountIn", "amountOutMin"),
  ),
  protocolRow(
    "swap",
    `function exactOutputStableSwap(address[] path, uint256[] flag, ${v2Out}, address to) payable`,
    routed("amountInMax", "amountOut"),
  ),
];

/** Calls of a pool itself: it knows its tokens, and collects payment in a callback. */
const poolRows: readonly FunctionRow[] = [
  protocolRow(
    "swap",
    "function swap(address recipient, bool zeroForOne, int256 amountSpecified, uint160 sqrtPriceLimitX96, bytes data)",
    () => ({}),
  ),
  protocolRow(
    "",
    "function createAndInitializePoolIfNecessary(address token0, address token1, uint24 fee, uint160 sqrtPriceX96) payable",
    () => ({}),
  ),
];

export const uniswapV3Rows: readonly FunctionRow[] = [
  ...listSwaps(", uint256 deadline"),
  ...listSwaps(""),
  ...routedRows,
  ...poolRows,
];
