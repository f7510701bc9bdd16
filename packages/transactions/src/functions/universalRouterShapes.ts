import { type Shape, shapeOf } from "./shape.ts";

const swapIn = "address recipient, uint256 amountIn, uint256 amountOutMin";
const swapOut = "address recipient, uint256 amountOut, uint256 amountInMax";
const allowed = "(address token, uint160 amount, uint48 expiration, uint48 nonce)";
const recipient = "address token, address recipient, uint256 amount";

/** Bytes of the commands whose inputs are read. @see Commands.sol of universal-router, and PancakeSwap's */
export const command = {
  v3In: 0x00,
  v3Out: 0x01,
  permit2TransferFrom: 0x02,
  permit2PermitBatch: 0x03,
  sweep: 0x04,
  transfer: 0x05,
  payPortion: 0x06,
  v2In: 0x08,
  v2Out: 0x09,
  permit2Permit: 0x0a,
  wrap: 0x0b,
  unwrap: 0x0c,
  permit2TransferFromBatch: 0x0d,
  balanceCheck: 0x0e,
  v4Swap: 0x10,
  subPlan: 0x21,
  stableIn: 0x22,
  stableOut: 0x23,
} as const;

export const commandShapes: Readonly<Record<number, Shape>> = {
  [command.v3In]: shapeOf(`${swapIn}, bytes packed, bool payerIsUser`),
  [command.v3Out]: shapeOf(`${swapOut}, bytes packed, bool payerIsUser`),
  [command.permit2TransferFrom]: shapeOf("address token, address recipient, uint160 amount"),
  [command.permit2PermitBatch]: shapeOf(
    `(${allowed}[] details, address spender, uint256 sigDeadline) permit, bytes signature`,
  ),
  [command.sweep]: shapeOf(recipient),
  [command.transfer]: shapeOf(recipient),
  [command.payPortion]: shapeOf("address token, address recipient, uint256 bips"),
  [command.v2In]: shapeOf(`${swapIn}, address[] path, bool payerIsUser`),
  [command.v2Out]: shapeOf(`${swapOut}, address[] path, bool payerIsUser`),
  [command.permit2Permit]: shapeOf(
    `(${allowed} details, address spender, uint256 sigDeadline) permit, bytes signature`,
  ),
  [command.wrap]: shapeOf("address recipient, uint256 amount"),
  [command.unwrap]: shapeOf("address recipient, uint256 amount"),
  [command.permit2TransferFromBatch]: shapeOf("(address from, address to, uint160 amount, address token)[] transfers"),
  [command.balanceCheck]: shapeOf("address owner, address token, uint256 minBalance"),
  [command.v4Swap]: shapeOf("bytes actions, bytes[] params"),
  [command.subPlan]: shapeOf("bytes commands, bytes[] inputs"),
  [command.stableIn]: shapeOf(`${swapIn}, address[] path, uint256[] flags, bool payerIsUser`),
  [command.stableOut]: shapeOf(`${swapOut}, address[] path, uint256[] flags, bool payerIsUser`),
};
