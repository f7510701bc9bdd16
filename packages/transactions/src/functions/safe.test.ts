import { type Address, type Hex, NATIVE_TOKEN, ZERO_ADDRESS } from "@portico/evm";
import { concatHex, encodePacked, maxUint256, size } from "viem";
import { expect, test } from "vitest";
import type { Action } from "../action.ts";
import { decodeCall } from "../decodeCall.ts";
import { listActions } from "../listActions.ts";
import { alice, bob, carol, encodeCall, knowledge, token, weth } from "../testing/encodeCall.ts";

const safe: Address = "0x5afe000000000000000000000000000000000009";
const execTransaction =
  "function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)";
const transfer = encodeCall("function transfer(address to, uint256 amount)", [bob, 5n]).input;
const sends = (from: Address, to: Address, of: Address, rawAmount: bigint): Action => ({
  type: "send_token",
  from,
  to,
  amount: { token: of, rawAmount },
});

interface Refund {
  baseGas: bigint;
  gasPrice: bigint;
  gasToken: Address;
  receiver: Address;
}

const NONE: Refund = { baseGas: 0n, gasPrice: 0n, gasToken: ZERO_ADDRESS, receiver: ZERO_ADDRESS };
const encodeExec = (to: Address, data: Hex, operation: number, refund: Partial<Refund> = {}): Hex => {
  const { baseGas, gasPrice, gasToken, receiver } = { ...NONE, ...refund };
  const args = [to, 0n, data, operation, 0n, baseGas, gasPrice, gasToken, receiver, "0x"];
  return encodeCall(execTransaction, args).input;
};
const read = (input: Hex): Action[] =>
  listActions(decodeCall({ from: alice, to: safe, rawValue: 0n, input }, knowledge), knowledge);

test("the zero address is the Safe itself in its newest batches, and the zero address in older ones", () => {
  const calls: [Address, bigint, Hex][] = [
    [ZERO_ADDRESS, 2n, "0x"],
    [ZERO_ADDRESS, 0n, encodeExec(token, transfer, 0)],
  ];
  const packed = calls.map(([to, rawValue, data]) =>
    encodePacked(["uint8", "address", "uint256", "uint256", "bytes"], [0, to, rawValue, BigInt(size(data)), data]),
  );
  const batch = encodeCall("function multiSend(bytes transactions)", [concatHex(packed)]).input;
  const readAt = (multiSend: Address) => read(encodeExec(multiSend, batch, 1));
  for (const newest of ["0x218543288004cd07832472d464648173c77d7eb7", "0xa83c336b20401af773b6219ba5027174338d1836"])
    expect(readAt(newest as Address)).toEqual([sends(safe, safe, NATIVE_TOKEN, 2n), sends(safe, bob, token, 5n)]);
  expect(readAt("0x38869bf66a61cf6bdb996a6ae40d5853fd43b526")).toEqual([
    sends(safe, ZERO_ADDRESS, NATIVE_TOKEN, 2n),
    sends(ZERO_ADDRESS, bob, token, 5n),
  ]);
});

const gas = 100_000_000n;
test.each<[string, Partial<Refund>, Action[]]>([
  [
    "in a token",
    { baseGas: 10n ** 24n, gasToken: weth, receiver: carol },
    [sends(safe, carol, weth, 10n ** 24n + gas)],
  ],
  ["in coin", { gasPrice: 2n, receiver: carol }, [sends(safe, carol, NATIVE_TOKEN, 2n * gas)]],
  ["to the caller", { gasPrice: 2n, baseGas: 5n }, [sends(safe, alice, NATIVE_TOKEN, 2n * (gas + 5n))]],
  ["beyond all limits", { baseGas: maxUint256, receiver: carol }, [sends(safe, carol, NATIVE_TOKEN, maxUint256)]],
  ["of nothing", { gasPrice: 0n, baseGas: 5n, receiver: carol }, []],
])("a Safe's gas refund is included: %s", (_, refund, expected) => {
  const actions = read(encodeExec(token, transfer, 0, { gasPrice: 1n, ...refund }));
  expect(actions).toEqual([sends(safe, bob, token, 5n), ...expected]);
});
