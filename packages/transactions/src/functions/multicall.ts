import type { Address, Hex } from "@portico/evm";
import type { Call } from "../call.ts";
import type { Args, FunctionRow } from "../functionRow.ts";

/** A contract that calls itself for the caller (DELEGATECALL): each call sees the same sender and value. */
const callSelf = ({ data }: Args, { from, to, rawValue }: Call): Call[] =>
  (data as Hex[]).map((input) => ({ from, to, rawValue, input }));

interface InnerCall {
  target: Address;
  value?: bigint;
  callData: Hex;
}

/** Multicall3 calls others as itself. */
const callOthers = ({ calls }: Args, { to }: Call): Call[] =>
  to === undefined
    ? []
    : (calls as InnerCall[]).map(({ target, value = 0n, callData }) => ({
        from: to,
        to: target,
        rawValue: value,
        input: callData,
      }));

const call2 = "(address target, bytes callData)[] calls";

/** @see https://github.com/mds1/multicall3 and Uniswap's Multicall, which many contracts include */
export const multicallRows: readonly FunctionRow[] = [
  { signature: "function multicall(bytes[] data) payable", category: "", unwrap: callSelf },
  { signature: "function multicall(uint256 deadline, bytes[] data) payable", category: "", unwrap: callSelf },
  { signature: "function multicall(bytes32 previousBlockhash, bytes[] data) payable", category: "", unwrap: callSelf },
  { signature: `function aggregate(${call2}) payable`, category: "", unwrap: callOthers },
  { signature: `function tryAggregate(bool requireSuccess, ${call2}) payable`, category: "", unwrap: callOthers },
  { signature: `function blockAndAggregate(${call2}) payable`, category: "", unwrap: callOthers },
  {
    signature: `function tryBlockAndAggregate(bool requireSuccess, ${call2}) payable`,
    category: "",
    unwrap: callOthers,
  },
  {
    signature: "function aggregate3((address target, bool allowFailure, bytes callData)[] calls) payable",
    category: "",
    unwrap: callOthers,
  },
  {
    signature:
      "function aggregate3Value((address target, bool allowFailure, uint256 value, bytes callData)[] calls) payable",
    category: "",
    unwrap: callOthers,
  },
];
