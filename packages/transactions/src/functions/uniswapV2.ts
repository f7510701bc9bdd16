import { type Address, NATIVE_TOKEN } from "@portico/evm";
import type { TokenAmount } from "../action.ts";
import type { Args, FunctionRow, Reading } from "../functionRow.ts";
import { amountOf, type Effects, ifActor, protocolRow, valueOf } from "./protocolRow.ts";

/** @see https://docs.uniswap.org/contracts/v2/reference/smart-contracts/router-02 and its forks, which kept the selectors */
const coin = (rawAmount: bigint): TokenAmount[] => [{ token: NATIVE_TOKEN, rawAmount }];
const first = ({ path }: Args): Address | undefined => path[0];
const last = ({ path }: Args): Address | undefined => path.at(-1);

const exactTokens = (a: Args, reading: Reading): Effects => ({
  sends: amountOf(first(a), a["amountIn"]),
  receives: ifActor(reading, a["to"], amountOf(last(a), a["amountOutMin"])),
});
const exactCoin = (a: Args, reading: Reading): Effects => ({
  sends: valueOf(reading),
  receives: ifActor(reading, a["to"], amountOf(last(a), a["amountOutMin"])),
});
const tokensForCoin = (a: Args, reading: Reading): Effects => ({
  sends: amountOf(first(a), a["amountIn"]),
  receives: ifActor(reading, a["to"], coin(a["amountOutMin"])),
});

const supporting = "SupportingFeeOnTransferTokens";
const exactIn = "uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline";
const exactInCoin = "uint256 amountOutMin, address[] path, address to, uint256 deadline";
const exactOut = "uint256 amountOut, uint256 amountInMax, address[] path, address to, uint256 deadline";

const swapRows: readonly FunctionRow[] = [
  protocolRow("swap", `function swapExactTokensForTokens(${exactIn})`, exactTokens),
  protocolRow("swap", `function swapExactTokensForTokens${supporting}(${exactIn})`, exactTokens),
  protocolRow("swap", `function swapExactTokensForETH(${exactIn})`, tokensForCoin),
  protocolRow("swap", `function swapExactTokensForETH${supporting}(${exactIn})`, tokensForCoin),
  protocolRow("swap", `function swapExactETHForTokens(${exactInCoin}) payable`, exactCoin),
  protocolRow("swap", `function swapExactETHForTokens${supporting}(${exactInCoin}) payable`, exactCoin),
  protocolRow("swap", `function swapTokensForExactTokens(${exactOut})`, (a, reading) => ({
    sends: amountOf(first(a), a["amountInMax"]),
    receives: ifActor(reading, a["to"], amountOf(last(a), a["amountOut"])),
  })),
  protocolRow("swap", `function swapTokensForExactETH(${exactOut})`, (a, reading) => ({
    sends: amountOf(first(a), a["amountInMax"]),
    receives: ifActor(reading, a["to"], coin(a["amountOut"])),
  })),
  protocolRow(
    "swap",
    "function swapETHForExactTokens(uint256 amountOut, address[] path, address to, uint256 deadline) payable",
    (a, reading) => ({
      sends: valueOf(reading),
      receives: ifActor(reading, a["to"], amountOf(last(a), a["amountOut"])),
    }),
  ),
];

const removed = (a: Args, reading: Reading): Effects => ({
  receives: ifActor(reading, a["to"], [
    ...amountOf(a["tokenA"], a["amountAMin"]),
    ...amountOf(a["tokenB"], a["amountBMin"]),
  ]),
});
const removedCoin = (a: Args, reading: Reading): Effects => ({
  receives: ifActor(reading, a["to"], [...amountOf(a["token"], a["amountTokenMin"]), ...coin(a["amountETHMin"])]),
});

const pair = "address tokenA, address tokenB";
const minima = "uint256 amountAMin, uint256 amountBMin, address to, uint256 deadline";
const coinMinima = "uint256 amountTokenMin, uint256 amountETHMin, address to, uint256 deadline";
const permit = "bool approveMax, uint8 v, bytes32 r, bytes32 s";
const removeCoin = `address token, uint256 liquidity, ${coinMinima}`;

const liquidityRows: readonly FunctionRow[] = [
  protocolRow(
    "add_liquidity",
    `function addLiquidity(${pair}, uint256 amountADesired, uint256 amountBDesired, ${minima})`,
    (a) => ({ sends: [...amountOf(a["tokenA"], a["amountADesired"]), ...amountOf(a["tokenB"], a["amountBDesired"])] }),
  ),
  protocolRow(
    "add_liquidity",
    `function addLiquidityETH(address token, uint256 amountTokenDesired, ${coinMinima}) payable`,
    (a, reading) => ({ sends: [...amountOf(a["token"], a["amountTokenDesired"]), ...valueOf(reading)] }),
  ),
  protocolRow("remove_liquidity", `function removeLiquidity(${pair}, uint256 liquidity, ${minima})`, removed),
  protocolRow(
    "remove_liquidity",
    `function removeLiquidityWithPermit(${pair}, uint256 liquidity, ${minima}, ${permit})`,
    removed,
  ),
  protocolRow("remove_liquidity", `function removeLiquidityETH(${removeCoin})`, removedCoin),
  protocolRow("remove_liquidity", `function removeLiquidityETHWithPermit(${removeCoin}, ${permit})`, removedCoin),
  protocolRow("remove_liquidity", `function removeLiquidityETH${supporting}(${removeCoin})`, removedCoin),
  protocolRow(
    "remove_liquidity",
    `function removeLiquidityETHWithPermit${supporting}(${removeCoin}, ${permit})`,
    removedCoin,
  ),
];

/** Calls of a pair itself, which uses the balances sent to it before. `mint(address)` is among the other mints. */
const pairRows: readonly FunctionRow[] = [
  protocolRow("remove_liquidity", "function burn(address to)"),
  protocolRow("swap", "function swap(uint256 amount0Out, uint256 amount1Out, address to, bytes data)"),
  protocolRow("", "function skim(address to)"),
  protocolRow("", "function sync()"),
];

export const uniswapV2Rows: readonly FunctionRow[] = [...swapRows, ...liquidityRows, ...pairRows];
