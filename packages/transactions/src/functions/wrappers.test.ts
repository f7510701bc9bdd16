import { NATIVE_TOKEN } from "@portico/evm";
import type { Address } from "@portico/evm";
import {
  concatHex,
  encodeAbiParameters,
  encodePacked,
  padHex,
  parseAbiParameters,
  size,
  toFunctionSelector,
} from "viem";
import type { Hex } from "viem";
import { expect, test } from "vitest";
import type { Action } from "../action.ts";
import type { Call } from "../call.ts";
import { decodeCall } from "../decodeCall.ts";
import { listActions } from "../listActions.ts";
import { alice, bob, carol, encodeCall, knowledge, nft, token, weth } from "../testing/encodeCall.ts";
import { erc4337Rows } from "./erc4337.ts";
import { multicallRows } from "./multicall.ts";
import { rows } from "./functions.ts";
import { safeRows } from "./safe.ts";
import { smartAccountRows } from "./smartAccount.ts";

const word = padHex("0x01", { size: 32 });
/** A smart account, and a contract that calls others. */
const wallet: Address = "0x5afe000000000000000000000000000000000009";
const multiSend: Address = "0x38869bf66a61cf6bdb996a6ae40d5853fd43b526";

const transfer = encodeCall("function transfer(address to, uint256 amount)", [bob, 5n]).input;
const approve = encodeCall("function approve(address spender, uint256 amount)", [bob, 7n]).input;
const wrap = encodeCall("function deposit()", []).input;

const sent = (from: Address): Action => ({ type: "send_token", from, to: bob, amount: { token, rawAmount: 5n } });
const approved = (owner: Address): Action => ({
  type: "approve_token",
  owner,
  spender: bob,
  amount: { token, rawAmount: 7n },
});
const sentCoin = (from: Address, to: Address, rawAmount: bigint): Action => ({
  type: "send_token",
  from,
  to,
  amount: { token: NATIVE_TOKEN, rawAmount },
});
const called = (from: Address, to: Address, rawValue = 0n): Action => ({
  type: "call",
  from,
  to,
  category: "",
  sends: rawValue > 0n ? [{ token: NATIVE_TOKEN, rawAmount: rawValue }] : [],
  receives: [],
});

const actionsOf = (call: Call): Action[] => listActions(decodeCall(call, knowledge), knowledge);
const read = (signature: string, args: readonly unknown[], parts: Partial<Call> = {}): Action[] =>
  actionsOf(encodeCall(signature, args, { to: wallet, ...parts }));
const find = (all: readonly { signature: string }[], start: string): string[] =>
  all.map(({ signature }) => signature).filter((signature) => signature.startsWith(`function ${start}(`));

test("no two rows share a selector", () => {
  const bySelector = Map.groupBy(rows, ({ signature }) => toFunctionSelector(signature));
  expect(
    [...bySelector.values()].filter((all) => all.length > 1).map((all) => all.map((row) => row.signature)),
  ).toEqual([]);
});

test("a contract that calls itself acts as its caller", () => {
  const [plain, ...limited] = find(multicallRows, "multicall");
  const to = token;
  expect(read(plain!, [[transfer, approve]], { to })).toEqual([sent(alice), approved(alice)]);
  for (const signature of limited) {
    const limit = signature.includes("uint256") ? 9n : word;
    expect(read(signature, [limit, [transfer]], { to })).toEqual([sent(alice)]);
  }
});

test("the value of a multicall is counted once", () => {
  const inner = [wrap, "0x12345678", wrap];
  const parts = { to: weth, rawValue: 5n };
  expect(read(find(multicallRows, "multicall")[0]!, [inner], parts)).toEqual([
    {
      type: "call",
      from: alice,
      to: weth,
      category: "wrap",
      sends: [{ token: NATIVE_TOKEN, rawAmount: 5n }],
      receives: [{ token: weth, rawAmount: 5n }],
    },
    called(alice, weth),
    expect.objectContaining({ category: "wrap", sends: [] }),
  ]);
});

test("it is also counted once if nothing is called, and it doesn't limit what an account spends of its own balance", () => {
  const [multicall] = find(multicallRows, "multicall");
  expect(read(multicall!, [["0x", "0x"]], { to: bob, rawValue: 5n })).toEqual([
    sentCoin(alice, bob, 5n),
    sentCoin(alice, bob, 0n),
  ]);
  const execute = "function execute(address target, uint256 value, bytes data)";
  const inner = encodeCall(execute, [bob, 5n, "0x"]).input;
  expect(read(execute, [alice, 0n, inner], { to: alice })).toEqual([sentCoin(alice, bob, 5n)]); // EIP-7702
});

test("Multicall3 calls others as itself, with the value sent to it", () => {
  const calls = [
    { target: token, callData: transfer, allowFailure: true, value: 1n },
    { target: bob, callData: "0x", allowFailure: true, value: 2n },
  ];
  const signatures = multicallRows.map(({ signature }) => signature).filter((one) => /aggregate/i.test(one));
  expect(signatures).toHaveLength(6);
  for (const signature of signatures) {
    const isValued = signature.includes("aggregate3Value");
    const args = signature.includes("bool requireSuccess") ? [true, calls] : [calls];
    const along = isValued ? [sentCoin(wallet, token, 1n)] : [];
    const expected = [called(alice, wallet, 3n), ...along, sent(wallet), sentCoin(wallet, bob, isValued ? 2n : 0n)];
    expect(read(signature, args, { rawValue: 3n })).toEqual(expected);
  }
});

const exec = (to: Address, data: Hex, operation: number, rawValue = 0n): Hex =>
  encodeCall(find(safeRows, "execTransaction")[0]!, [to, rawValue, data, operation, 0n, 0n, 0n, token, token, "0x"])
    .input;
const asSafe = (to: Address, data: Hex, operation = 0, rawValue = 0n): Action[] =>
  actionsOf({ from: alice, to: wallet, rawValue: 0n, input: exec(to, data, operation, rawValue) });
const pack = (calls: [operation: number, to: Address, rawValue: bigint, data: Hex][]): Hex =>
  encodeCall("function multiSend(bytes transactions)", [
    concatHex(
      calls.map(([operation, to, rawValue, data]) =>
        encodePacked(
          ["uint8", "address", "uint256", "uint256", "bytes"],
          [operation, to, rawValue, BigInt(size(data)), data],
        ),
      ),
    ),
  ]).input;

test("a call executed by a Safe belongs to the Safe", () => {
  expect(asSafe(token, transfer)).toEqual([sent(wallet)]);
  expect(asSafe(bob, "0x", 0, 3n)).toEqual([sentCoin(wallet, bob, 3n)]);
  const args = [token, 0n, transfer, 0];
  const others = [
    "execTransactionFromModule",
    "execTransactionFromModuleReturnData",
    "executeUserOp",
    "executeUserOpWithErrorString",
  ];
  for (const name of others) expect(read(find(safeRows, name)[0]!, args)).toEqual([sent(wallet)]);
});

test("a Safe's batch is unwrapped, and one by an unknown contract is not trusted", () => {
  const batch = pack([
    [0, token, 0n, approve],
    [0, bob, 2n, "0x"],
    [0, token, 0n, transfer],
  ]);
  const actions = [approved(wallet), sentCoin(wallet, bob, 2n), sent(wallet)];
  expect(asSafe(multiSend, batch, 1)).toEqual(actions);
  expect(asSafe(carol, batch, 1)).toEqual([called(wallet, carol), ...actions]);
});

test("the calldata of code that runs as the Safe has no known meaning", () => {
  expect(asSafe(token, transfer, 1)).toEqual([called(wallet, token)]);
  expect(asSafe(bob, "0x", 1)).toEqual([called(wallet, bob)]);
  expect(asSafe(multiSend, pack([[1, token, 0n, transfer]]), 1)).toEqual([called(wallet, token)]);
  expect(asSafe(wallet, exec(token, transfer, 0), 1)).toEqual([called(wallet, wallet)]);
});

test("a truncated batch, or one with other operations, has no known effect", () => {
  const cut = encodeCall("function multiSend(bytes transactions)", [`0x00${"11".repeat(60)}`]).input;
  for (const batch of [cut, pack([[2, token, 0n, transfer]])]) {
    expect(asSafe(multiSend, batch, 1)).toEqual([called(wallet, multiSend)]);
  }
});

test("a call executed by a smart account belongs to the account", () => {
  const [single, byOperation, proxy, list, byMode] = [
    "function execute(address target, uint256 value, bytes data) payable",
    "function execute(address target, uint256 value, bytes data, uint8 operation) payable",
    "function execute(address target, bytes data) payable",
    "function execute((address target, uint256 value, bytes data)[] calls) payable",
    "function execute(bytes32 mode, bytes executionCalldata) payable",
  ] as const;
  const [inputs, valued, structs] = find(smartAccountRows, "executeBatch");
  const batch = [
    { target: token, value: 0n, data: approve },
    { target: bob, value: 2n, data: "0x" as Hex },
  ];
  const both = [approved(wallet), sentCoin(wallet, bob, 2n)];
  const [targets, values, datas] = [
    [token, bob],
    [0n, 2n],
    [approve, "0x"],
  ];
  const mode = (kind: Hex) => padHex(kind, { size: 32, dir: "right" });
  const encoded = encodeAbiParameters(parseAbiParameters("(address target, uint256 value, bytes data)[] calls"), [
    batch,
  ]);
  const batches = (all: Hex[]) => encodeAbiParameters(parseAbiParameters("bytes[]"), [all]);
  const toNobody = encodeAbiParameters(parseAbiParameters("(address target, uint256 value, bytes data)[] calls"), [
    [{ target: padHex("0x", { size: 20 }), value: 0n, data: "0x12345678" }],
  ]);
  const cases: [string, unknown[], Action[]][] = [
    [byMode, [mode("0x01"), toNobody], [called(wallet, wallet)]],
    [single, [token, 0n, transfer], [sent(wallet)]],
    [byOperation, [token, 0n, transfer, 0], [sent(wallet)]],
    [byOperation, [token, 0n, transfer, 1], [called(wallet, token)]],
    [proxy, [token, transfer], [called(wallet, token)]],
    [list, [batch], both],
    [inputs!, [targets, datas], [approved(wallet), sentCoin(wallet, bob, 0n)]],
    [valued!, [targets, values, datas], both],
    [valued!, [targets, [], datas], [approved(wallet), sentCoin(wallet, bob, 0n)]],
    [valued!, [targets, values, [approve]], [called(alice, wallet)]],
    [structs!, [batch], both],
    [byMode, [mode("0x00"), encodePacked(["address", "uint256", "bytes"], [token, 0n, transfer])], [sent(wallet)]],
    [byMode, [mode("0x01"), encoded], both],
    [byMode, [mode("0x01"), "0x1234"], [called(alice, wallet)]],
    [byMode, [mode("0x01000000000078210001"), encoded], both],
    [byMode, [mode("0x01000000000078210002"), batches([encoded, encoded])], [...both, ...both]],
    [byMode, [mode("0x01000000000078210002"), batches([encoded, "0x1234"])], [called(alice, wallet)]],
    [byMode, [mode("0x01000000000078210002"), encoded], [called(alice, wallet)]],
    [byMode, [mode("0x01000000000012345678"), encoded], [called(alice, wallet)]],
    [byOperation, [bob, 2n, transfer, 2], [called(alice, wallet)]],
    [byMode, [mode("0xff"), encodePacked(["address", "bytes"], [token, transfer])], [called(wallet, token)]],
    [byMode, [mode("0x02"), encoded], [called(alice, wallet)]],
  ];
  for (const [signature, args, expected] of cases)
    expect([signature, read(signature, args)]).toEqual([signature, expected]);
  expect(read(single, [token, 0n, transfer], { rawValue: 4n })).toEqual([called(alice, wallet, 4n), sent(wallet)]);
  expect(read(single, [token, 0n, transfer], { from: wallet })).toEqual([sent(wallet)]); // EIP-7702
});

const userOperation = (sender: Address, callData: Hex) => {
  const gas = { callGasLimit: 1n, verificationGasLimit: 1n, maxFeePerGas: 1n, maxPriorityFeePerGas: 1n };
  const packed = { accountGasLimits: word, gasFees: word, preVerificationGas: 1n };
  const shared = { nonce: 0n, initCode: "0x", paymasterAndData: "0x", signature: "0x", ...gas, ...packed };
  return { sender, callData, ...shared };
};

test("user operations belong to their senders, in every version", () => {
  const execute = encodeCall("function execute(address target, uint256 value, bytes data)", [
    token,
    0n,
    transfer,
  ]).input;
  const ops = [
    userOperation(wallet, execute),
    userOperation(carol, concatHex(["0x8dd7712f", execute])),
    userOperation(bob, "0xdeadbeef"),
    userOperation(nft, "0x"), // only creates the account
    userOperation(nft, "0x8dd7712f"),
  ];
  const expected = [sent(wallet), sent(carol), called(bob, bob)];
  const [plain, aggregated] = [find(erc4337Rows, "handleOps"), find(erc4337Rows, "handleAggregatedOps")];
  expect([plain.length, aggregated.length]).toEqual([2, 2]);
  for (const signature of plain) expect(read(signature, [ops, alice])).toEqual(expected);
  for (const signature of aggregated) {
    expect(read(signature, [[{ userOps: ops, aggregator: bob, signature: "0x" }], alice])).toEqual(expected);
  }
});

test("a Safe inside a user operation inside a multicall is decoded, down to six levels", () => {
  const aggregate3 = find(multicallRows, "aggregate3")[0]!;
  const wrapOnce = (target: Address, callData: Hex): Hex =>
    encodeCall(aggregate3, [[{ target, allowFailure: false, callData }]]).input;
  const nest = (levels: number): Hex =>
    Array.from({ length: levels }).reduce<Hex>((inner) => wrapOnce(wallet, inner), exec(token, transfer, 0));
  const start = (input: Hex) => actionsOf({ from: alice, to: wallet, rawValue: 0n, input });
  expect(start(nest(5))).toEqual([sent(wallet)]);
  expect(start(nest(6))).toEqual([called(wallet, wallet)]);
});

test("a call hidden behind 256 others is not understood", () => {
  const [multicall] = find(multicallRows, "multicall");
  const actions = read(multicall!, [Array.from({ length: 300 }, () => transfer)], { to: token });
  expect(actions).toHaveLength(257);
  expect(actions.at(-1)).toEqual(called(alice, token));
});

test("value given to an account's executor is shown, and nothing is a cancellation beside other actions", () => {
  const operation = encodeCall("function execute(address target, uint256 value, bytes data)", [alice, 0n, "0x"]).input;
  const calls = [
    { target: alice, value: 0n, data: "0x" },
    { target: token, value: 0n, data: transfer },
  ];
  const batch = "function executeBatch((address target, uint256 value, bytes data)[] calls)";
  expect(read(batch, [calls], { to: alice })).toEqual([sentCoin(alice, alice, 0n), sent(alice)]);
  expect(read(batch, [calls.slice(0, 1)], { to: alice })).toEqual([{ type: "cancel", from: alice }]);
  const [handleOps] = find(erc4337Rows, "handleOps");
  const own = userOperation(alice, operation);
  expect(read(handleOps!, [[own], bob], { rawValue: 9n })[0]).toEqual(called(alice, wallet, 9n));
});
