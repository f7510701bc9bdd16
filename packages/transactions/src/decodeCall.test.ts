import fc from "fast-check";
import { concatHex, encodeAbiParameters, encodePacked, numberToHex, padHex, size, toFunctionSelector } from "viem";
import type { AbiFunction, Hex } from "viem";
import { parseAbiItem } from "viem";
import { describe, expect, test } from "vitest";
import type { Call } from "./call.ts";
import { decodeCall } from "./decodeCall.ts";
import { listUnknownSelectors, nameCall, toAbiView } from "./describeCall.ts";
import { describeTransaction } from "./describeTransaction.ts";
import { rows } from "./functions/functions.ts";
import { listActions } from "./listActions.ts";
import { anyValues } from "./testing/anyArguments.ts";
import { alice, bob, encodeCall, knowledge, nft, token, weth } from "./testing/encodeCall.ts";

const anyHex = (maxLength: number): fc.Arbitrary<Hex> =>
  fc.uint8Array({ maxLength }).map((bytes): Hex => `0x${Buffer.from(bytes).toString("hex")}`);
const functions = rows.map(({ signature }) => parseAbiItem(signature) as AbiFunction);
const known = functions.map((abi) => ({ abi, selector: toFunctionSelector(abi) }));
const find = (start: string) => known.find(({ abi: { name } }) => name === start)!;
const anyAddress = fc.constantFrom(alice, bob, token, nft, weth);

/** Arguments that the ABI of each row allows. */
const anyWellFormed = fc.oneof(
  ...known.map(({ abi, selector }) =>
    anyValues(abi.inputs).map((values) => concatHex([selector, encodeAbiParameters(abi.inputs, values)])),
  ),
);
const anyKnownTail = fc
  .tuple(fc.constantFrom(...known), anyHex(300))
  .map(([{ selector }, tail]) => concatHex([selector, tail]));

const wrap = (name: string, args: unknown[]): Hex => {
  const { abi, selector } = find(name);
  return concatHex([selector, encodeAbiParameters(abi.inputs, args)]);
};
const pack = (inputs: readonly Hex[]): Hex =>
  concatHex(
    inputs.map((input) =>
      encodePacked(["uint8", "address", "uint256", "uint256", "bytes"], [0, bob, 1n, BigInt(size(input)), input]),
    ),
  );

/** Well-formed and malformed calls, inside multicalls, batches and Safes. */
const { input: anyNested } = fc.letrec<{ input: Hex }>((tie) => ({
  input: fc.oneof(
    { maxDepth: 7 },
    fc.oneof(anyWellFormed, anyKnownTail, anyHex(80)),
    fc.array(tie("input"), { maxLength: 3 }).map((inputs) => wrap("multicall", [inputs])),
    fc
      .tuple(anyAddress, tie("input"), fc.nat({ max: 2 }))
      .map(([to, input, operation]) => wrap("execTransaction", [to, 1n, input, operation, 0n, 0n, 0n, bob, bob, "0x"])),
    fc.array(tie("input"), { maxLength: 3 }).map((inputs) => wrap("multiSend", [pack(inputs)])),
    fc.tuple(anyAddress, tie("input")).map(([to, input]) => wrap("execute", [to, 0n, input])),
  ),
}));

const anyInput = fc.oneof(
  { arbitrary: anyHex(200), weight: 4 },
  { arbitrary: anyKnownTail, weight: 4 },
  { arbitrary: anyWellFormed, weight: 1 },
  { arbitrary: anyNested, weight: 1 },
);
const anyCall: fc.Arbitrary<Call> = fc.record({
  from: anyAddress,
  to: fc.option(anyAddress, { nil: undefined, freq: 20 }),
  rawValue: fc.constantFrom(0n, 1n, 10n ** 18n),
  input: anyInput,
  isInputCut: fc.constantFrom(false, false, true),
});

test("ten thousand random calls are all described, in plain JSON", () => {
  const seen = { decoded: 0, nested: 0 };
  fc.assert(
    fc.property(anyCall, (input) => {
      const call = decodeCall(input, knowledge);
      const actions = listActions(call, knowledge);
      expect(actions.length).toBeGreaterThan(0);
      const view = JSON.stringify(toAbiView(call));
      const { name, params } = nameCall(call);
      if (view !== "null" && (JSON.parse(view) as { func: string }).func !== name) throw new Error("another name");
      if (params.some((param) => typeof param !== "string")) throw new Error("a parameter that is not a string");
      listUnknownSelectors(call);
      describeTransaction({ owner: alice, sender: call.from, isSuccess: true, call, movements: [] }, knowledge);
      if (call.function !== undefined) seen.decoded += 1;
      if (call.inner.some(({ inner }) => inner.length > 0)) seen.nested += 1;
    }),
    { numRuns: 10_000 },
  );
  expect(seen.decoded).toBeGreaterThan(1_000);
  expect(seen.nested).toBeGreaterThan(50);
});

const from = { from: alice, to: token, rawValue: 0n };
const transfer = "function transfer(address to, uint256 amount)";

test("calldata that is truncated, too long or not hexadecimal is read as far as possible", () => {
  const { input } = encodeCall(transfer, [bob, 5n]);
  const read = (data: string) => decodeCall({ ...from, input: data as Hex }, knowledge);
  expect(read(`${input}deadbeef`)).toMatchObject({ selector: "0xa9059cbb", args: [bob, 5n] });
  expect(read(input.toUpperCase().replace("0X", "0x"))).toMatchObject({ args: [bob, 5n] });
  expect(read(`${input}a`)).toMatchObject({ args: [bob, 5n] });
  expect(read(input.slice(0, -64))).toMatchObject({ selector: "0xa9059cbb", function: undefined, args: [] });
  expect(read("0xa905")).toMatchObject({ selector: "0xa905", function: undefined });
  expect(read("0x")).toMatchObject({ selector: "0x", function: undefined });
  expect(read("give me your keys")).toMatchObject({ selector: "0x", input: "0x" });
  expect(decodeCall({ ...from, to: undefined, input }, knowledge)).toMatchObject({
    selector: "0x",
    function: undefined,
  });
});

test("truncated calldata keeps its function, and the inner calls before the cut", () => {
  const multicall = find("multicall");
  const cut = decodeCall(
    { ...from, input: concatHex([multicall.selector, padHex("0x20", { size: 32 })]), isInputCut: true },
    knowledge,
  );
  expect(cut).toMatchObject({ function: { name: "multicall" }, args: [], inner: [], isInnerCut: true });
  expect(listActions(cut, knowledge)).toMatchObject([{ type: "call", category: "" }]);
  expect(toAbiView(cut)).toMatchObject({ func: "multicall", params: [] });
  const whole = decodeCall({ ...encodeCall(transfer, [bob, 5n]), isInputCut: true }, knowledge);
  expect(whole.args).toEqual([bob, 5n]);
});

test("imported names are used if no table row matches, the most trusted first", () => {
  const imported = ["function frob(uint8 x)", "function grab(bytes32 y)"].map(
    (one) => parseAbiItem(one) as AbiFunction,
  );
  const knowing = { ...knowledge, findImported: () => imported };
  const call = decodeCall({ ...from, input: concatHex(["0x12345678", padHex("0xffff", { size: 32 })]) }, knowing);
  expect(nameCall(call)).toEqual({ name: "grab", params: [padHex("0xffff", { size: 32 })] });
  expect(call.row).toBeUndefined();
  expect(listActions(call, knowing)).toMatchObject([{ type: "call", category: "" }]);
  expect(nameCall(decodeCall(encodeCall(transfer, [bob, 5n]), knowing)).name).toBe("transfer");
});

describe("names of the bundled table", () => {
  const data = (words: number, tail = ""): Hex =>
    `0x12345678${padHex("0x05", { size: 32 }).slice(2).repeat(words)}${tail}`;
  const nameOf = (input: Hex, signatures: readonly string[], isInputCut = false) => {
    const bundled = signatures.map((one) => parseAbiItem(`function ${one}`) as AbiFunction);
    const call = decodeCall({ ...from, input, isInputCut }, { ...knowledge, findBundled: () => bundled });
    return call.function?.name;
  };

  test("they need arguments that decode to the last byte", () => {
    expect(nameOf(data(2), ["one(uint256)", "two(uint256,address)", "three(uint8[3])"])).toBe("two");
    expect(nameOf(data(3), ["one(uint256)", "two(uint256,address)"])).toBeUndefined();
    expect(nameOf(data(1).slice(0, -2) as Hex, ["one(uint256)"])).toBeUndefined();
    expect(nameOf(data(1), ["none()"])).toBeUndefined();
    expect(nameOf(data(0), ["none()"])).toBe("none");
    expect(nameOf(data(1), ["small(uint8)"])).toBe("small");
    expect(nameOf(data(0, "f".repeat(64)), ["small(uint8)", "flag(bool)"])).toBeUndefined();
    const blob = encodeAbiParameters([{ type: "bytes" }], ["0xaabbcc"]).slice(2);
    expect(nameOf(data(0, blob), ["blob(bytes)"])).toBe("blob");
    expect(nameOf(data(0, blob.slice(0, -58)), ["blob(bytes)"])).toBe("blob"); // contracts don't need the padding
  });

  test("an attribution suffix may follow them", () => {
    const affiliate = `869584cd${"0".repeat(128)}`;
    expect(nameOf(data(1, affiliate), ["one(uint256)"])).toBe("one");
    expect(nameOf(data(1, `626173656170700700${"8021".repeat(8)}`), ["one(uint256)"])).toBe("one");
    expect(nameOf(data(1, `${"0".repeat(32)}${"8021".repeat(8)}`), ["one(uint256)"])).toBe("one");
    expect(nameOf(data(1, "ab".repeat(300)), ["one(uint256)"])).toBeUndefined();
    expect(nameOf(data(0, "ab".repeat(300)), ["packed()"])).toBe("packed");
  });

  test("of truncated calldata, what is there must match", () => {
    const list = data(0, `${"0".repeat(62)}20${"0".repeat(62)}09${"0".repeat(62)}05`);
    expect(nameOf(list, ["items(address[])"], true)).toBe("items");
    expect(nameOf(list, ["items(address[])"])).toBeUndefined();
    expect(nameOf(data(0, "f".repeat(128)), ["items(address[])", "pay(address,uint256)"], true)).toBeUndefined();
  });

  test("a table's or an imported function precedes them", () => {
    const [own, other] = ["own(uint256)", "other(uint256)"].map(
      (one) => parseAbiItem(`function ${one}`) as AbiFunction,
    );
    const knowing = { ...knowledge, findImported: () => [own!], findBundled: () => [other!] };
    expect(decodeCall({ ...from, input: data(1) }, knowing).function?.name).toBe("own");
    const { input } = encodeCall(transfer, [bob, 5n]);
    expect(decodeCall({ ...from, input }, { ...knowledge, findBundled: () => [other!] }).row).toBeDefined();
  });
});

test("a transfer of native coin, of nothing, to oneself, to the wrapped coin", () => {
  const read = (to: Call["to"], rawValue: bigint) =>
    listActions(decodeCall({ from: alice, to, rawValue, input: "0x" }, knowledge), knowledge);
  expect(read(bob, 5n)).toMatchObject([{ type: "send_token", from: alice, to: bob, amount: { rawAmount: 5n } }]);
  expect(read(bob, 0n)).toMatchObject([{ type: "send_token", amount: { rawAmount: 0n } }]);
  expect(read(alice, 5n)).toMatchObject([{ type: "send_token" }]);
  expect(read(alice, 0n)).toEqual([{ type: "cancel", from: alice }]);
  expect(read(weth, 5n)).toMatchObject([
    { type: "call", category: "wrap", receives: [{ token: weth, rawAmount: 5n }] },
  ]);
  expect(read(undefined, 0n)).toEqual([{ type: "deploy", from: alice }]);
  expect(read(undefined, 5n)).toEqual([{ type: "deploy", from: alice, rawValue: 5n }]);
});

test("more than a thousand actions become one call that isn't understood", () => {
  const ids = Array.from({ length: 1_500 }, (_, id) => BigInt(id));
  const signature =
    "function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)";
  const call = decodeCall(encodeCall(signature, [alice, bob, ids, ids, "0x"], { to: nft }), knowledge);
  const actions = listActions(call, knowledge);
  expect(actions).toHaveLength(1_000);
  expect(actions[998]).toMatchObject({ type: "send_nft", nft: { tokenId: 998n } });
  expect(actions[999]).toMatchObject({ type: "call", to: nft, category: "" });
});

test("calls that share calldata are not read: no encoder writes them", () => {
  const { abi, selector } = find("multicall");
  const shared = encodeCall(transfer, [bob, 5n]).input;
  const count = (times: number) => {
    const [, , , ...tail] = encodeAbiParameters(abi.inputs, [[shared]])
      .slice(2)
      .match(/.{64}/g)!;
    const words = [32, times, ...Array.from({ length: times }, () => 32 * times)];
    const heads = words.map((word) => padHex(numberToHex(word), { size: 32 }));
    const call = decodeCall({ ...from, input: concatHex([selector, ...heads, `0x${tail.join("")}`]) }, knowledge);
    expect(listActions(call, knowledge)).toHaveLength(1);
    return call.inner.length;
  };
  expect([count(1), count(20)]).toEqual([1, 0]);
});

test("a hundred kilobytes that claim gigabytes are cheap", () => {
  const heads = Array.from({ length: 2_000 }, () => padHex("0xfa00", { size: 32 }));
  const data = concatHex([
    find("multicall").selector,
    padHex("0x20", { size: 32 }),
    padHex("0x07d0", { size: 32 }),
    ...heads,
    padHex("0x8000", { size: 32 }),
    `0x${"ac9650d8".repeat(8_192)}`,
  ]);
  expect(decodeCall({ ...from, input: data }, knowledge).function).toBeUndefined();
});

test("an approval with excess bits that contracts ignore, or with implied trailing zeros, is still an approval", () => {
  const { input } = encodeCall("function approve(address spender, uint256 amount)", [bob, 2n ** 255n]);
  const expected = [{ type: "approve_token", owner: alice, spender: bob, amount: { token, rawAmount: 2n ** 255n } }];
  const read = (data: string, isInputCut = false) => {
    const call = decodeCall({ ...from, input: data as Hex, isInputCut }, { ...knowledge, findImported: () => [spam] });
    return listActions(call, knowledge);
  };
  const spam = parseAbiItem("function sign_szabo_bytecode(bytes16 a, uint128 b)") as AbiFunction;
  expect(toFunctionSelector(spam)).toBe(input.slice(0, 10));
  const dirty = input.replace("0".repeat(24), "f".repeat(24));
  expect(read(dirty)).toEqual(expected);
  expect(read(input.slice(0, -62))).toEqual(expected);
  expect(read(input.slice(0, -62), true)).toMatchObject([{ type: "call", category: "approve" }]);
});
