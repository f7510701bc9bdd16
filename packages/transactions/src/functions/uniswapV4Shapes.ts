import { type Shape, shapeOf } from "./shape.ts";

const key = "(address currency0, address currency1, uint24 fee, int24 tickSpacing, address hooks)";
const hops = "(address intermediateCurrency, uint256 fee, int24 tickSpacing, address hooks, bytes hookData)[] path";
const ins = "uint128 amountIn, uint128 amountOutMinimum";
const outs = "uint128 amountOut, uint128 amountInMaximum";
const single = `${key} poolKey, bool zeroForOne`;

/** Bytes of the actions whose parameters are read. @see Actions.sol of v4-periphery */
export const v4 = {
  increase: 0x00,
  decrease: 0x01,
  mint: 0x02,
  burn: 0x03,
  increaseFromDeltas: 0x04,
  mintFromDeltas: 0x05,
  swapInSingle: 0x06,
  swapIn: 0x07,
  swapOutSingle: 0x08,
  swapOut: 0x09,
  settle: 0x0b,
  settleAll: 0x0c,
  settlePair: 0x0d,
  take: 0x0e,
  takeAll: 0x0f,
  takePair: 0x11,
  closeCurrency: 0x12,
} as const;

/** Several shapes: routers since 2.1.1 take a price limit per hop. */
export const v4Shapes: Readonly<Record<number, readonly Shape[]>> = {
  [v4.increase]: [shapeOf("uint256 tokenId, uint256 liquidity, uint128 max0, uint128 max1, bytes hookData")],
  [v4.decrease]: [shapeOf("uint256 tokenId, uint256 liquidity, uint128 min0, uint128 min1, bytes hookData")],
  [v4.mint]: [
    shapeOf(
      `${key} poolKey, int24 tickLower, int24 tickUpper, uint256 liquidity, uint128 max0, uint128 max1, address owner, bytes hookData`,
    ),
  ],
  [v4.burn]: [shapeOf("uint256 tokenId, uint128 min0, uint128 min1, bytes hookData")],
  [v4.increaseFromDeltas]: [shapeOf("uint256 tokenId, uint128 max0, uint128 max1, bytes hookData")],
  [v4.mintFromDeltas]: [
    shapeOf(
      `${key} poolKey, int24 tickLower, int24 tickUpper, uint128 max0, uint128 max1, address owner, bytes hookData`,
    ),
  ],
  [v4.swapInSingle]: [
    shapeOf(`(${single}, ${ins}, bytes hookData) swap`),
    shapeOf(`(${single}, ${ins}, uint256 minHopPriceX36, bytes hookData) swap`),
  ],
  [v4.swapIn]: [
    shapeOf(`(address currencyIn, ${hops}, ${ins}) swap`),
    shapeOf(`(address currencyIn, ${hops}, uint256[] minHopPriceX36, ${ins}) swap`),
  ],
  [v4.swapOutSingle]: [
    shapeOf(`(${single}, ${outs}, bytes hookData) swap`),
    shapeOf(`(${single}, ${outs}, uint256 minHopPriceX36, bytes hookData) swap`),
  ],
  [v4.swapOut]: [
    shapeOf(`(address currencyOut, ${hops}, ${outs}) swap`),
    shapeOf(`(address currencyOut, ${hops}, uint256[] minHopPriceX36, ${outs}) swap`),
  ],
  [v4.settle]: [shapeOf("address currency, uint256 amount, bool payerIsUser")],
  [v4.settleAll]: [shapeOf("address currency, uint256 maxAmount")],
  [v4.settlePair]: [shapeOf("address currency0, address currency1")],
  [v4.take]: [shapeOf("address currency, address recipient, uint256 amount")],
  [v4.takeAll]: [shapeOf("address currency, uint256 minAmount")],
  [v4.takePair]: [shapeOf("address currency0, address currency1, address recipient")],
  [v4.closeCurrency]: [shapeOf("address currency")],
};
