import { ZERO_ADDRESS } from "@portico/evm";
import type { Address, Hex } from "@portico/evm";
import type { Call } from "../call.ts";
import type { Args, FunctionRow } from "../functionRow.ts";
import { decodeArguments } from "../decodeArguments.ts";
import { parseAbiParameters } from "viem";

interface Execution {
  target: Address;
  value: bigint;
  data: Hex;
}

const callAs = ({ to: account }: Call, executions: readonly Execution[]): Call[] =>
  account === undefined
    ? []
    : executions.map(({ target, value, data }) => ({ from: account, to: target, rawValue: value, input: data }));

const executeOne = ({ target, value, data }: Args, call: Call): Call[] => callAs(call, [{ target, value, data }]);

/** Lists of different lengths revert. */
const executeLists = ({ targets, values = [], datas }: Args, call: Call): Call[] => {
  const [all, amounts, inputs]: [Address[], bigint[], Hex[]] = [targets, values, datas];
  if (all.length !== inputs.length || (amounts.length > 0 && amounts.length !== all.length)) return [];
  return callAs(
    call,
    all.map((target, index) => ({ target, value: amounts[index] ?? 0n, data: inputs[index]! })),
  );
};

const executions = "(address target, uint256 value, bytes data)[] calls";

/** Calls of smart accounts: ERC-4337's samples and accounts with the same names, ERC-7579, ERC-7821. */
export const smartAccountRows: readonly FunctionRow[] = [
  {
    signature: "function execute(address target, uint256 value, bytes data) payable",
    category: "",
    unwrap: executeOne,
  },
  {
    signature: "function execute(address target, uint256 value, bytes data, uint8 operation) payable",
    category: "",
    unwrap: executeByOperation,
  },
  {
    signature: "function execute(address target, bytes data) payable", // DSProxy
    category: "",
    unwrap: delegateAs,
  },
  { signature: "function executeBatch(address[] targets, bytes[] datas)", category: "", unwrap: executeLists },
  {
    signature: "function executeBatch(address[] targets, uint256[] values, bytes[] datas) payable",
    category: "",
    unwrap: executeLists,
  },
  {
    signature: `function executeBatch(${executions}) payable`,
    category: "",
    unwrap: ({ calls }, call) => callAs(call, calls),
  },
  {
    signature: `function execute(${executions}) payable`,
    category: "",
    unwrap: ({ calls }, call) => callAs(call, calls),
  },
  {
    signature: "function execute(bytes32 mode, bytes executionCalldata) payable",
    category: "",
    unwrap: ({ mode, executionCalldata }, call) => executeByMode(mode, executionCalldata, call),
  },
];

/**
 * 2 and 3 create a contract from the data, which gets the value; the target is ignored. @see
 * https://eips.ethereum.org/EIPS/eip-6551
 */
function executeByOperation(args: Args, call: Call): Call[] {
  if (args["operation"] === 0) return executeOne(args, call);
  return args["operation"] === 1 ? delegateAs(args, call) : [];
}

/** Another contract's code runs as the account. */
function delegateAs({ target, data }: Args, call: Call): Call[] {
  return callAs(call, [{ target, value: 0n, data }]).map((one) => ({ ...one, isDelegated: true }));
}

const batchParameters = parseAbiParameters([
  "Execution[] calls",
  "struct Execution { address target; uint256 value; bytes data; }",
]);

const batchesParameters = parseAbiParameters("bytes[] batches");

/** Each entry is in the form of `readBatch`. Empty if one of them isn't: it reverts, or isn't understood. */
function readBatches(data: Hex): Hex[] {
  const [batches = []] = decodeArguments(batchesParameters, data, { isLenient: true }) ?? [];
  const all = batches as Hex[];
  return all.every((one) => decodeArguments(batchParameters, one, { isLenient: true })) ? all : [];
}

/** The zero address as a target is the account itself. @see https://eips.ethereum.org/EIPS/eip-7821 */
function readBatch(data: Hex, { to }: Call): Execution[] {
  const [calls = []] = decodeArguments(batchParameters, data, { isLenient: true }) ?? [];
  return (calls as Execution[]).map((one) => (one.target === ZERO_ADDRESS && to ? { ...one, target: to } : one));
}

/** Data by mode: a batch; a batch with an optional signature; a list of such batches. */
const [PLAIN, SIGNED, BATCHES] = ["00000000", "78210001", "78210002"];

/**
 * The first byte of the mode is its type: 00 one call, packed; 01 a batch; ff delegatecall, packed. Only the account
 * knows the
 * meaning of the data for other selectors than ERC-7821's.
 * @see https://eips.ethereum.org/EIPS/eip-7579#execution-behavior
 */
function executeByMode(mode: Hex, data: Hex, call: Call): Call[] {
  const [kind, selector, digits] = [mode.slice(2, 4), mode.slice(14, 22), data.slice(2)];
  if (kind === "01" && selector === BATCHES)
    return readBatches(data).flatMap((one) => callAs(call, readBatch(one, call)));
  if (selector !== PLAIN && !(kind === "01" && selector === SIGNED)) return [];
  if (kind === "01") return callAs(call, readBatch(data, call));
  const target: Address = `0x${digits.slice(0, 40)}`;
  if (kind === "00" && digits.length >= 104) {
    return callAs(call, [{ target, value: BigInt(`0x${digits.slice(40, 104)}`), data: `0x${digits.slice(104)}` }]);
  }
  if (kind !== "ff" || digits.length < 40) return [];
  return delegateAs({ target, data: `0x${digits.slice(40)}` }, call);
}
