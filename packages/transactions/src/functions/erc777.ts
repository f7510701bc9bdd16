import { maxUint256 } from "viem";
import type { FunctionRow, Reading } from "../functionRow.ts";
import { approveToken, sendToken, targetOf } from "./tokenActions.ts";

const readSend = (reading: Reading) => [
  sendToken(
    reading.args["sender"] ?? reading.actor,
    reading.args["recipient"],
    targetOf(reading),
    reading.args["amount"],
  ),
];

/** An operator may move everything. @see https://eips.ethereum.org/EIPS/eip-777 */
export const erc777Rows: readonly FunctionRow[] = [
  { signature: "function send(address recipient, uint256 amount, bytes data)", category: "send", read: readSend },
  {
    signature:
      "function operatorSend(address sender, address recipient, uint256 amount, bytes data, bytes operatorData)",
    category: "send",
    read: readSend,
  },
  {
    signature: "function authorizeOperator(address operator)",
    category: "approve",
    read: (reading) => [approveToken(reading.actor, reading.args["operator"], targetOf(reading), maxUint256)],
  },
  {
    signature: "function revokeOperator(address operator)",
    category: "revoke",
    read: (reading) => [approveToken(reading.actor, reading.args["operator"], targetOf(reading), 0n)],
  },
];
