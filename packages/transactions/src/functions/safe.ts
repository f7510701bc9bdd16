import { type Address, type Hex, ZERO_ADDRESS } from "@portico/evm";
import { encodeFunctionData, erc20Abi, maxUint256 } from "viem";
import type { Call } from "../call.ts";
import type { Args, FunctionRow } from "../functionRow.ts";
import { hasDefaultTarget } from "./multiSends.ts";

const transaction = "address to, uint256 value, bytes data, uint8 operation";

/** A call made by the Safe, or (operation 1) another contract's code that runs as the Safe. */
const callAsAccount = ({ to, value, data, operation }: Args, call: Call): Call[] =>
  call.to === undefined
    ? []
    : [{ from: call.to, to, rawValue: value, input: data, ...(operation === 1 && { isDelegated: true }) }];

/** More than a transaction may use (EIP-7825), and more than the limit of most blocks. */
const MAX_GAS = 100_000_000n;

interface Refund {
  baseGas: bigint;
  gasPrice: bigint;
  gasToken: Address;
  refundReceiver: Address;
}

/**
 * A Safe's gas refund: a maximum, because the calldata doesn't have the gas used. The zero address means the
 * sender of the transaction, usually the caller.
 */
function refund(args: Args, { from, to }: Call): Call[] {
  const { baseGas, gasPrice, gasToken, refundReceiver } = args as Refund;
  if (to === undefined || gasPrice === 0n) return [];
  const receiver = refundReceiver === ZERO_ADDRESS ? from : refundReceiver;
  const max = (baseGas + MAX_GAS) * gasPrice;
  const rawAmount = max > maxUint256 ? maxUint256 : max;
  if (gasToken === ZERO_ADDRESS) return [{ from: to, to: receiver, rawValue: rawAmount, input: "0x" }];
  const input = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [receiver, rawAmount] });
  return [{ from: to, to: gasToken, rawValue: 0n, input }];
}

/** @see https://github.com/safe-global/safe-smart-account/tree/v1.4.1/contracts (Safe.sol, base, libraries/MultiSend.sol) */
export const safeRows: readonly FunctionRow[] = [
  {
    signature: `function execTransaction(${transaction}, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) payable`,
    category: "",
    unwrap: (args, call) => [...callAsAccount(args, call), ...refund(args, call)],
  },
  { signature: `function execTransactionFromModule(${transaction})`, category: "", unwrap: callAsAccount },
  { signature: `function execTransactionFromModuleReturnData(${transaction})`, category: "", unwrap: callAsAccount },
  { signature: `function executeUserOp(${transaction})`, category: "", unwrap: callAsAccount }, // Safe4337Module
  { signature: `function executeUserOpWithErrorString(${transaction})`, category: "", unwrap: callAsAccount },
  {
    signature: "function multiSend(bytes transactions) payable",
    category: "",
    unwrap: ({ transactions }, call) => unpackTransactions(transactions, call),
  },
  {
    signature: "function createProxyWithNonce(address singleton, bytes initializer, uint256 saltNonce)",
    category: "deploy",
  },
  { signature: "function approveHash(bytes32 hashToApprove)", category: "" },
  { signature: "function addOwnerWithThreshold(address owner, uint256 threshold)", category: "" },
  { signature: "function removeOwner(address prevOwner, address owner, uint256 threshold)", category: "" },
  { signature: "function swapOwner(address prevOwner, address oldOwner, address newOwner)", category: "" },
  { signature: "function changeThreshold(uint256 threshold)", category: "" },
  { signature: "function enableModule(address module)", category: "" },
  { signature: "function disableModule(address prevModule, address module)", category: "" },
  { signature: "function setGuard(address guard)", category: "" },
  { signature: "function setFallbackHandler(address handler)", category: "" },
];

/** Hex digits before the data of a packed transaction: operation, to, value, length of the data. */
const HEAD = 2 + 40 + 64 + 64;

/**
 * `encodePacked(uint8 operation, address to, uint256 value, uint256 length, bytes data)`, concatenated.
 * @returns an empty list if it is truncated or has an invalid operation: it reverts then.
 */
function unpackTransactions(transactions: Hex, { from, to, isDelegated }: Call): Call[] {
  const account = isDelegated ? from : to;
  const nobody = isDelegated && to !== undefined && hasDefaultTarget(to) ? account : undefined;
  const calls: Call[] = [];
  for (let at = 2; at < transactions.length;) {
    const [operation, target, value, size] = splitHead(transactions.slice(at, at + HEAD));
    const end = at + HEAD + 2 * Number(`0x${size}`);
    if (account === undefined || !(end <= transactions.length) || (operation !== "00" && operation !== "01")) return [];
    const input: Hex = `0x${transactions.slice(at + HEAD, end)}`;
    const named: Address = `0x${target}`;
    const meant = named === ZERO_ADDRESS ? (nobody ?? named) : named;
    const call: Call = { from: account, to: meant, rawValue: BigInt(`0x${value}`), input };
    calls.push(operation === "01" ? { ...call, isDelegated: true } : call);
    at = end;
  }
  return calls;
}

const splitHead = (head: string): [operation: string, target: string, value: string, size: string] => [
  head.slice(0, 2),
  head.slice(2, 42),
  head.slice(42, 106),
  head.slice(106),
];
