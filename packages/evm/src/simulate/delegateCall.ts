import type { Address, Hex } from "viem";
import { numberToHex } from "viem";
import type { Rpc } from "../rpc.ts";
import { createAddress } from "./createAddress.ts";
import type { SimulatedTransaction } from "./simulation.ts";
import type { StateOverrides } from "./stateOverrides.ts";

/**
 * Lets an account run another contract's code with its own storage and identity, like a Safe's module: its code is
 * replaced by one that forwards the sender's call to that contract, and all other calls to the account's own code.
 */
export async function overrideForDelegateCall(
  rpc: Rpc,
  owner: Address,
  { from, to }: SimulatedTransaction,
  blockNumber: bigint,
): Promise<StateOverrides> {
  if (to === undefined) throw new RangeError("A delegate call needs a contract");
  const own = await rpc.send<Hex>({ method: "eth_getCode", params: [owner, numberToHex(blockNumber)] });
  const aside = createAddress();
  return { [owner]: { code: passOn({ sender: from, target: to, own: aside }) }, [aside]: { code: own } };
}

/** The sender's call goes to the target, others to the own code; both by DELEGATECALL. */
const passOn = ({ sender, target, own }: Record<"own" | "sender" | "target", Address>): Hex =>
  `0x${[
    "366000600037", // calldata to memory: CALLDATASIZE, 0, 0, CALLDATACOPY
    "60006000366000", // no room for what is returned, and all of the calldata: for DELEGATECALL
    `33${push(sender)}14603f57`, // CALLER == sender: on at 0x3f
    `${push(own)}605556`, // on at 0x55
    `5b${push(target)}`, // 0x3f
    "5b5af4", // 0x55: GAS, DELEGATECALL
    "3d600060003e", // return data to memory: RETURNDATASIZE, 0, 0, RETURNDATACOPY
    "6065573d6000fd", // unless it succeeded, REVERT with it
    "5b3d6000f3", // 0x65: RETURN it
  ].join("")}`;

const push = (address: Address): string => `73${address.slice(2)}`;
