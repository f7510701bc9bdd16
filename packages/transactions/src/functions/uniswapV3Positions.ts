import type { Address } from "@portico/evm";
import { ZERO_ADDRESS } from "@portico/evm";
import type { FunctionRow } from "../functionRow.ts";
import { mintNft, protocolRow, valueOf } from "./protocolRow.ts";
import { pay } from "./uniswapV3.ts";

const limits = "uint256 amount0Desired, uint256 amount1Desired, uint256 amount0Min, uint256 amount1Min";

/**
 * NonfungiblePositionManager. Only `mint` names tokens: the others name a position by its id.
 * @see https://docs.uniswap.org/contracts/v3/reference/periphery/NonfungiblePositionManager
 */
export const uniswapV3PositionRows: readonly FunctionRow[] = [
  protocolRow(
    "add_liquidity",
    `function mint((address token0, address token1, uint24 fee, int24 tickLower, int24 tickUpper, ${limits}, address recipient, uint256 deadline) params) payable`,
    ({ params }, reading) => ({
      sends: [
        ...pay(reading, params.token0, params.amount0Desired),
        ...pay(reading, params.token1, params.amount1Desired),
      ],
      also: mintNft(reading.call.to, params.recipient),
    }),
  ),
  protocolRow(
    "add_liquidity",
    `function increaseLiquidity((uint256 tokenId, ${limits}, uint256 deadline) params) payable`,
    (_, reading) => ({ sends: valueOf(reading) }),
  ),
  // Removed amounts stay in the position until collected.
  protocolRow(
    "remove_liquidity",
    "function decreaseLiquidity((uint256 tokenId, uint128 liquidity, uint256 amount0Min, uint256 amount1Min, uint256 deadline) params) payable",
    () => ({}),
  ),
  protocolRow(
    "claim",
    "function collect((uint256 tokenId, address recipient, uint128 amount0Max, uint128 amount1Max) params) payable",
    () => ({}),
  ),
  {
    signature:
      "function permit(address spender, uint256 tokenId, uint256 deadline, uint8 v, bytes32 r, bytes32 s) payable",
    category: "approve",
    read: ({ args, actor, call }) => [
      {
        type: "approve_nft",
        owner: actor,
        spender: args["spender"] as Address,
        nft: { contract: call.to ?? ZERO_ADDRESS, tokenId: args["tokenId"], rawAmount: 1n, isErc1155: false },
        isApproved: true,
      },
    ],
  },
];
