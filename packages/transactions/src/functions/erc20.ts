import { maxUint256 } from "viem";
import type { FunctionRow, Reading } from "../functionRow.ts";
import {
  approveErc721,
  approveToken,
  callContract,
  isErc721,
  sendErc721,
  sendToken,
  targetOf,
} from "./tokenActions.ts";

/** ERC-20, which shares selectors with ERC-721 and early NFTs, and common extensions of tokens. */
export const erc20Rows: readonly FunctionRow[] = [
  {
    signature: "function transfer(address to, uint256 amount)",
    category: "send",
    read(reading) {
      const send = isErc721(reading) ? sendErc721 : sendToken; // CryptoKitties
      return [send(reading.actor, reading.args["to"], targetOf(reading), reading.args["amount"])];
    },
  },
  {
    signature: "function transferFrom(address from, address to, uint256 amount)",
    category: "send",
    read(reading) {
      const send = isErc721(reading) ? sendErc721 : sendToken;
      return [send(reading.args["from"], reading.args["to"], targetOf(reading), reading.args["amount"])];
    },
  },
  {
    signature: "function approve(address spender, uint256 amount)",
    category: "approve",
    read(reading) {
      const approve = isErc721(reading) ? approveErc721 : approveToken;
      return [approve(reading.actor, reading.args["spender"], targetOf(reading), reading.args["amount"])];
    },
  },
  increase("function increaseAllowance(address spender, uint256 addedValue)"),
  decrease("function decreaseAllowance(address spender, uint256 subtractedValue)"),
  increase("function increaseApproval(address spender, uint256 addedValue)"), // OpenZeppelin 1
  decrease("function decreaseApproval(address spender, uint256 subtractedValue)"),
  ...makerRows(),
  { signature: "function mint(address to, uint256 amount)", category: "mint", read: readMint },
  { signature: "function burn(address from, uint256 amount)", category: "burn", read: readBurn },
  { signature: "function burnFrom(address from, uint256 amount)", category: "burn", read: readBurn },
];

/** Extensions of DAI, MKR and similar. `pull(address,uint256)` is among Uniswap's payments. */
function makerRows(): FunctionRow[] {
  return [
    {
      signature: "function approve(address guy)",
      category: "approve",
      read: (reading) => [approveToken(reading.actor, reading.args["guy"], targetOf(reading), maxUint256)],
    },
    {
      signature: "function push(address dst, uint256 wad)",
      category: "send",
      read: (reading) => [sendToken(reading.actor, reading.args["dst"], targetOf(reading), reading.args["wad"])],
    },
    {
      signature: "function move(address src, address dst, uint256 wad)",
      category: "send",
      read: (reading) => {
        const { src, dst, wad } = reading.args;
        return [sendToken(src, dst, targetOf(reading), wad)];
      },
    },
  ];
}

/** The resulting allowance is not in the calldata; it is at least the addition. */
function increase(signature: string): FunctionRow {
  return {
    signature,
    category: "approve",
    read(reading) {
      const { spender, addedValue } = reading.args;
      return addedValue > 0n ? [approveToken(reading.actor, spender, targetOf(reading), addedValue)] : [];
    },
  };
}

/** The remaining allowance is not in the calldata. */
function decrease(signature: string): FunctionRow {
  return { signature, category: "revoke" };
}

function readMint(reading: Reading) {
  const { to, amount } = reading.args;
  const isOwn = to === reading.actor && reading.knowledge.findStandard(targetOf(reading)) === "erc20";
  return [callContract(reading, "mint", { receives: isOwn ? [{ token: targetOf(reading), rawAmount: amount }] : [] })];
}

function readBurn(reading: Reading) {
  const { from, amount } = reading.args;
  const isOwn = from === reading.actor && reading.knowledge.findStandard(targetOf(reading)) === "erc20";
  return [callContract(reading, "burn", { sends: isOwn ? [{ token: targetOf(reading), rawAmount: amount }] : [] })];
}
