import { maxUint256 } from "viem";
import type { FunctionRow, Reading } from "../functionRow.ts";
import { approveToken, sendToken, targetOf } from "./tokenActions.ts";

const signature = "uint8 v, bytes32 r, bytes32 s";
const authorization = "address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce";

const readPermit = (reading: Reading) => {
  const { owner, spender, value } = reading.args;
  return [approveToken(owner, spender, targetOf(reading), value)];
};

const readAuthorization = (reading: Reading) => {
  const { from, to, value } = reading.args;
  return [sendToken(from, to, targetOf(reading), value)];
};

/** Signed by an owner, sent by anybody: ERC-2612, DAI's older permit, ERC-3009. */
export const permitRows: readonly FunctionRow[] = [
  {
    signature: `function permit(address owner, address spender, uint256 value, uint256 deadline, ${signature})`,
    category: "approve",
    read: readPermit,
  },
  {
    signature: "function permit(address owner, address spender, uint256 value, uint256 deadline, bytes signature)",
    category: "approve",
    read: readPermit,
  },
  {
    signature: `function permit(address holder, address spender, uint256 nonce, uint256 expiry, bool allowed, ${signature})`,
    category: "",
    read(reading) {
      const { holder, spender, allowed } = reading.args;
      return [approveToken(holder, spender, targetOf(reading), allowed ? maxUint256 : 0n)];
    },
  },
  {
    signature: `function transferWithAuthorization(${authorization}, ${signature})`,
    category: "send",
    read: readAuthorization,
  },
  {
    signature: `function transferWithAuthorization(${authorization}, bytes signature)`,
    category: "send",
    read: readAuthorization,
  },
  {
    signature: `function receiveWithAuthorization(${authorization}, ${signature})`,
    category: "send",
    read: readAuthorization,
  },
  {
    signature: `function receiveWithAuthorization(${authorization}, bytes signature)`,
    category: "send",
    read: readAuthorization,
  },
];
