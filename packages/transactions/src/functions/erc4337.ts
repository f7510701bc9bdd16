import type { Address, Hex } from "@portico/evm";
import type { Call } from "../call.ts";
import type { FunctionRow } from "../functionRow.ts";

/** Version 0.6, and the packed form of 0.7 and later. */
const shapes = [
  "(address sender, uint256 nonce, bytes initCode, bytes callData, uint256 callGasLimit, uint256 verificationGasLimit, uint256 preVerificationGas, uint256 maxFeePerGas, uint256 maxPriorityFeePerGas, bytes paymasterAndData, bytes signature)",
  "(address sender, uint256 nonce, bytes initCode, bytes callData, bytes32 accountGasLimits, uint256 preVerificationGas, bytes32 gasFees, bytes paymasterAndData, bytes signature)",
];

interface UserOperation {
  sender: Address;
  callData: Hex;
}

/** `executeUserOp((…),bytes32)`: the entry point passes the whole operation, whose calldata follows it. */
const EXECUTE_USER_OP = "0x8dd7712f";

/** An operation's call, as the account's call to itself. Without calldata an operation only creates the account. */
const callAccounts = (operations: readonly UserOperation[]): Call[] =>
  operations
    .map(({ sender, callData }) => ({ from: sender, to: sender, rawValue: 0n, input: unprefix(callData) }))
    .filter(({ input }) => input !== "0x");

const unprefix = (callData: Hex): Hex => (callData.startsWith(EXECUTE_USER_OP) ? `0x${callData.slice(10)}` : callData);

/** @see https://eips.ethereum.org/EIPS/eip-4337 */
export const erc4337Rows: readonly FunctionRow[] = shapes.flatMap((operation): FunctionRow[] => [
  {
    signature: `function handleOps(${operation}[] ops, address beneficiary)`,
    category: "",
    unwrap: ({ ops }) => callAccounts(ops),
  },
  {
    signature: `function handleAggregatedOps((${operation}[] userOps, address aggregator, bytes signature)[] opsPerAggregator, address beneficiary)`,
    category: "",
    unwrap: ({ opsPerAggregator }) =>
      (opsPerAggregator as { userOps: UserOperation[] }[]).flatMap(({ userOps }) => callAccounts(userOps)),
  },
]);
