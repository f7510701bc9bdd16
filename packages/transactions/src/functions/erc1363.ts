import type { FunctionRow, Reading } from "../functionRow.ts";
import { approveToken, sendToken, targetOf } from "./tokenActions.ts";

const readSend = (reading: Reading) => [
  sendToken(reading.args["from"] ?? reading.actor, reading.args["to"], targetOf(reading), reading.args["amount"]),
];
const readApproval = (reading: Reading) => [
  approveToken(reading.actor, reading.args["spender"], targetOf(reading), reading.args["amount"]),
];

/** Transfers and approvals that call the recipient. @see https://eips.ethereum.org/EIPS/eip-1363; ERC-677 before it */
export const erc1363Rows: readonly FunctionRow[] = ["", ", bytes data"].flatMap((data): FunctionRow[] => [
  { signature: `function transferAndCall(address to, uint256 amount${data})`, category: "send", read: readSend },
  {
    signature: `function transferFromAndCall(address from, address to, uint256 amount${data})`,
    category: "send",
    read: readSend,
  },
  {
    signature: `function approveAndCall(address spender, uint256 amount${data})`,
    category: "approve",
    read: readApproval,
  },
]);
