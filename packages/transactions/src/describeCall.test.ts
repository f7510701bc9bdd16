import { expect, test } from "vitest";
import { decodeCall } from "./decodeCall.ts";
import { listUnknownSelectors, nameCall, toAbiView } from "./describeCall.ts";
import { alice, bob, carol, encodeCall, knowledge, token } from "./testing/encodeCall.ts";

const transfer = encodeCall("function transfer(address to, uint256 amount)", [bob, 2n ** 255n]);
const permit2 = encodeCall(
  "function permit(address owner, ((address token, uint160 amount, uint48 expiration, uint48 nonce)[] details, address spender, uint256 sigDeadline) permitBatch, bytes signature)",
  [alice, { details: [{ token, amount: 5n, expiration: 9, nonce: 0 }], spender: bob, sigDeadline: 1n }, "0xAB"],
  { to: carol },
);

test("a view is JSON: tuples as arrays, integers as strings, in ABI order", () => {
  expect(toAbiView(decodeCall(permit2, knowledge))).toEqual({
    func: "permit",
    signature: "permit(address,((address,uint160,uint48,uint48)[],address,uint256),bytes)",
    params: [alice, [[[token, "5", "9", "0"]], bob, "1"], "0xab"],
    param_names: ["owner", "permitBatch", "signature"],
  });
});

test("a call is named by its function, its selector, or not at all", () => {
  expect(nameCall(decodeCall(transfer, knowledge))).toEqual({ name: "transfer", params: [bob, String(2n ** 255n)] });
  expect(nameCall(decodeCall(permit2, knowledge)).params[1]).toBe(`[[["${token}","5","9","0"]],"${bob}","1"]`);
  const bare = { from: alice, to: bob, rawValue: 0n };
  expect(nameCall(decodeCall({ ...bare, input: "0x12345678" }, knowledge))).toEqual({ name: "0x12345678", params: [] });
  expect(nameCall(decodeCall({ ...bare, input: "0x" }, knowledge))).toEqual({ name: "", params: [] });
  expect(nameCall(decodeCall({ ...bare, to: undefined, input: "0x6080" }, knowledge)).name).toBe("");
});

test("unknown selectors are found at every depth, once", () => {
  const call = encodeCall("function multicall(bytes[] data)", [
    ["0x12345678", transfer.input, "0x9abcdef0", "0x12345678"],
  ]);
  expect(listUnknownSelectors(decodeCall(call, knowledge))).toEqual(["0x12345678", "0x9abcdef0"]);
  expect(listUnknownSelectors(decodeCall({ ...call, input: "0x1234" }, knowledge))).toEqual([]);
});
