import { NATIVE_TOKEN, ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import type { Hex } from "viem";
import { describe, expect, test } from "vitest";
import type { Call } from "./call.ts";
import { decodeCall } from "./decodeCall.ts";
import { describeTransaction } from "./describeTransaction.ts";
import type { TransactionDetails } from "./describeTransaction.ts";
import type { Movement } from "./movement.ts";
import { alice, bob, carol, encodeCall, knowledge, nft, token, weth } from "./testing/encodeCall.ts";

/** An unknown contract, and an account with code. */
const router: Address = "0x0770000000000000000000000000000000000007";
const wallet: Address = "0x5afe000000000000000000000000000000000009";
const usdc: Address = "0x05dc000000000000000000000000000000000008";

const moves = (from: Address, to: Address, rawAmount: bigint, of: Address = token): Movement => ({
  kind: "token",
  token: of,
  from,
  to,
  rawAmount,
});
const movesNft = (from: Address, to: Address, tokenId = 7n): Movement => ({
  kind: "nft",
  contract: nft,
  tokenId,
  isErc1155: false,
  from,
  to,
  rawAmount: 1n,
});
const allows = (owner: Address, rawAmount: bigint): Movement => ({
  kind: "approval",
  token,
  owner,
  spender: bob,
  rawAmount,
  isPermit2: false,
});
const unknown = (rawValue = 0n): Call => ({ from: alice, to: router, rawValue, input: "0x12345678" });
const plain = (to: Address, rawValue: bigint): Call => ({ from: alice, to, rawValue, input: "0x" });
const transfer = encodeCall("function transfer(address to, uint256 amount)", [bob, 5n]);
const approve = (rawAmount: bigint) =>
  encodeCall("function approve(address spender, uint256 amount)", [bob, rawAmount]);

function describeText(
  call: Call | undefined,
  movements: Movement[],
  details: Partial<TransactionDetails> = {},
): [string, string] {
  const decoded = call && decodeCall(call, knowledge);
  const known = { owner: alice, sender: call?.from, isSuccess: true, call: decoded, movements, ...details };
  const { category, otherAddress } = describeTransaction(known, knowledge);
  return [category, otherAddress];
}

describe("for the sender, the calldata decides", () => {
  test.each<[string, Call, Movement[], [string, string]]>([
    ["coins", plain(bob, 5n), [moves(alice, bob, 5n, NATIVE_TOKEN)], ["send", bob]],
    ["no coins", plain(bob, 0n), [], ["send", bob]],
    ["a token", transfer, [moves(alice, bob, 5n)], ["send", bob]],
    ["an NFT", { ...transfer, to: nft }, [movesNft(alice, bob)], ["send", bob]],
    ["an approval", approve(5n), [allows(alice, 5n)], ["approve", bob]],
    ["its end", approve(0n), [allows(alice, 0n)], ["revoke", bob]],
    [
      "a wrap",
      plain(weth, 5n),
      [moves(alice, weth, 5n, NATIVE_TOKEN), moves(ZERO_ADDRESS, alice, 5n, weth)],
      ["wrap", weth],
    ],
    ["nothing, to itself", plain(alice, 0n), [], ["cancel", alice]],
    ["a creation", { ...plain(bob, 0n), to: undefined, input: "0x6080" }, [], ["deploy", ""]],
  ])("%s", (_name, call, movements, expected) => {
    expect(describeText(call, movements)).toEqual(expected);
  });

  test("also if it failed and nothing moved", () => {
    expect(describeText(transfer, [], { isSuccess: false })).toEqual(["send", bob]);
    expect(describeText(transfer, [moves(alice, bob, 5n)], { isSuccess: false })).toEqual(["send", bob]);
    expect(describeText(approve(5n), [], { isSuccess: false })).toEqual(["approve", bob]);
    expect(describeText(unknown(), [], { isSuccess: false })).toEqual(["", router]);
  });

  test("the intended action decides, not what prepares it", () => {
    const multicall = (...inputs: Hex[]) =>
      encodeCall("function multicall(bytes[] data)", [inputs], { to: weth, rawValue: 5n });
    const wrap = encodeCall("function deposit()", []).input;
    expect(describeText(multicall(approve(5n).input, wrap), [])).toEqual(["wrap", weth]);
    expect(describeText({ ...multicall(approve(5n).input, transfer.input), rawValue: 0n }, [])).toEqual(["send", bob]);
    expect(describeText(multicall(approve(5n).input, "0x12345678"), [])).toEqual(["", weth]);
  });

  test("taking an allowance is receiving; moving it between others has no category", () => {
    const take = (to: Address) =>
      encodeCall("function transferFrom(address from, address to, uint256 amount)", [bob, to, 5n]);
    expect(describeText(take(alice), [moves(bob, alice, 5n)])).toEqual(["receive", bob]);
    expect(describeText(take(carol), [moves(bob, carol, 5n)])).toEqual(["", token]);
  });
});

describe("for an unknown call, what moved decides", () => {
  const paid = moves(alice, router, 5n, NATIVE_TOKEN);
  test.each<[string, Movement[], string]>([
    ["one token for another", [moves(alice, bob, 5n), moves(carol, alice, 6n, usdc)], "swap"],
    [
      "coins for a token, some given back",
      [paid, moves(router, alice, 1n, NATIVE_TOKEN), moves(carol, alice, 6n)],
      "swap",
    ],
    ["a token for coins", [moves(alice, router, 5n), moves(router, alice, 6n, NATIVE_TOKEN)], "swap"],
    ["coins for their wrapped form", [paid, moves(ZERO_ADDRESS, alice, 5n, weth)], "wrap"],
    [
      "their wrapped form for coins",
      [moves(alice, router, 5n, weth), moves(router, alice, 5n, NATIVE_TOKEN)],
      "unwrap",
    ],
    [
      "two for a new one",
      [moves(alice, bob, 5n), moves(alice, bob, 5n, usdc), moves(ZERO_ADDRESS, alice, 1n, carol)],
      "deposit",
    ],
    ["one for a new one", [moves(alice, bob, 5n), moves(ZERO_ADDRESS, alice, 1n, carol)], "deposit"],
    ["one burnt for another", [moves(alice, ZERO_ADDRESS, 5n, carol), moves(bob, alice, 1n)], "withdraw"],
    ["one burnt for a new one", [moves(alice, ZERO_ADDRESS, 5n, carol), moves(ZERO_ADDRESS, alice, 1n)], "migrate"],
    ["two for one", [moves(alice, bob, 5n), moves(alice, bob, 5n, usdc), moves(bob, alice, 1n, carol)], "swap"],
    ["a new NFT", [movesNft(ZERO_ADDRESS, alice)], "mint"],
    ["a new NFT for coins", [paid, movesNft(ZERO_ADDRESS, alice)], "mint"],
    ["new tokens", [moves(ZERO_ADDRESS, alice, 5n)], "mint"],
    ["an NFT for coins", [paid, movesNft(bob, alice)], "trade_nft"],
    ["coins for an NFT", [movesNft(alice, bob), moves(router, alice, 5n, NATIVE_TOKEN)], "trade_nft"],
    ["an NFT for another", [movesNft(alice, bob), movesNft(bob, alice, 8n)], "trade_nft"],
    ["an NFT burnt for coins", [movesNft(alice, ZERO_ADDRESS), moves(router, alice, 5n, NATIVE_TOKEN)], "burn"],
    ["tokens burnt", [moves(alice, ZERO_ADDRESS, 5n)], "burn"],
    ["an approval", [allows(alice, 5n)], "approve"],
    ["the end of approvals", [allows(alice, 0n)], "revoke"],
    ["tokens given away: no transfer but a call", [moves(alice, router, 5n)], ""],
    ["tokens taken: what the contract owes", [moves(router, alice, 5n)], "claim"],
    ["no movement of the account", [moves(bob, carol, 5n)], ""],
  ])("%s", (_name, movements, expected) => {
    expect(describeText(unknown(5n), movements)[0]).toBe(expected);
  });

  test("the counterparty is the contract that was called", () => {
    expect(describeText(unknown(), [moves(alice, bob, 5n), moves(bob, alice, 6n, usdc)])).toEqual(["swap", router]);
  });
});

describe("for other accounts, the movements decide", () => {
  const others = { ...unknown(), from: bob };
  test.each<[string, Movement[], [string, string]]>([
    ["coins of a plain transfer or a contract", [moves(carol, alice, 5n, NATIVE_TOKEN)], ["receive", carol]],
    ["a token", [moves(bob, alice, 5n)], ["receive", bob]],
    ["tokens out of nothing: an airdrop", [moves(ZERO_ADDRESS, alice, 5n)], ["receive", router]],
    ["an NFT out of nothing", [movesNft(ZERO_ADDRESS, alice)], ["receive", router]],
    ["tokens of several", [moves(bob, alice, 5n), moves(carol, alice, 5n)], ["receive", router]],
    ["what another took", [moves(alice, carol, 5n), allows(alice, 0n)], ["send", carol]],
    ["a transfer of nothing in its name", [moves(alice, carol, 0n)], ["send", carol]],
    ["an order that was filled", [moves(alice, carol, 5n), moves(carol, alice, 6n, usdc)], ["swap", carol]],
    ["an NFT that was bought", [movesNft(alice, bob), moves(carol, alice, 5n, NATIVE_TOKEN)], ["trade_nft", router]],
    ["an approval by signature", [allows(alice, 5n)], ["approve", bob]],
    ["nothing", [], ["", router]],
  ])("%s", (_name, movements, expected) => {
    expect(describeText(others, movements)).toEqual(expected);
  });

  test("an owner is never its own counterparty", () => {
    expect(describeText({ ...others, to: alice }, [])).toEqual(["", bob]);
    expect(describeText({ ...others, to: undefined }, [moves(carol, alice, 5n)])).toEqual(["receive", carol]);
  });

  test("a failed one has no effect on them", () => {
    expect(describeText(others, [], { isSuccess: false })).toEqual(["", router]);
  });

  test("without its calldata too", () => {
    expect(describeText(undefined, [moves(bob, alice, 5n)])).toEqual(["receive", bob]);
    expect(describeText(undefined, [moves(alice, bob, 5n)], { sender: alice })).toEqual(["send", bob]);
    expect(describeText(undefined, [moves(ZERO_ADDRESS, alice, 5n, weth)])).toEqual(["wrap", ""]);
    expect(describeText(undefined, [moves(alice, ZERO_ADDRESS, 5n, weth)])).toEqual(["unwrap", ""]);
    expect(describeText(undefined, [])).toEqual(["", ""]);
  });
});

describe("for an account inside the transaction, the calldata of its own call decides", () => {
  const exec =
    "function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)";
  const safe = (to: Address, data: Hex, rawValue = 0n) =>
    encodeCall(exec, [to, rawValue, data, 0, 0n, 0n, 0n, bob, bob, "0x"], { to: wallet, from: carol });
  const owner = { owner: wallet };

  test("a Safe's transfer belongs to the Safe, and is a call without a category for the sender", () => {
    const movements = [moves(wallet, bob, 5n)];
    expect(describeText(safe(token, transfer.input), movements, owner)).toEqual(["send", bob]);
    expect(describeText(safe(token, transfer.input), movements, { owner: carol })).toEqual(["", wallet]);
    expect(describeText(safe(token, transfer.input), movements, { owner: bob })).toEqual(["receive", wallet]);
    expect(describeText(safe(token, approve(5n).input), [allows(wallet, 5n)], owner)).toEqual(["approve", bob]);
  });

  test("calldata that only looks like an operation of an account has no meaning for it", () => {
    const call = safe(token, transfer.input);
    expect(describeText(call, [moves(carol, wallet, 1n, NATIVE_TOKEN)], owner)).toEqual(["receive", carol]);
    expect(describeText(call, [], owner)).toEqual(["", carol]);
    expect(describeText(call, [moves(wallet, bob, 5n)], { ...owner, isSuccess: false })).toEqual(["", carol]);
    expect(describeText(safe(weth, "0xd0e30db0"), [moves(wallet, carol, 0n)], owner)).toEqual(["send", carol]);
  });

  test("an unknown call of the account is judged by what moved, and its counterparty is the called contract", () => {
    const movements = [moves(wallet, carol, 5n), moves(carol, wallet, 6n, usdc)];
    expect(describeText(safe(router, "0x12345678"), movements, owner)).toEqual(["swap", router]);
  });

  test("a user operation belongs to its sender", () => {
    const shape =
      "(address sender, uint256 nonce, bytes initCode, bytes callData, uint256 callGasLimit, uint256 verificationGasLimit, uint256 preVerificationGas, uint256 maxFeePerGas, uint256 maxPriorityFeePerGas, bytes paymasterAndData, bytes signature)";
    const execute = encodeCall("function execute(address target, uint256 value, bytes data)", [
      token,
      0n,
      transfer.input,
    ]).input;
    const gas = {
      callGasLimit: 1n,
      verificationGasLimit: 1n,
      preVerificationGas: 1n,
      maxFeePerGas: 1n,
      maxPriorityFeePerGas: 1n,
    };
    const op = {
      sender: wallet,
      nonce: 0n,
      initCode: "0x",
      callData: execute,
      ...gas,
      paymasterAndData: "0x",
      signature: "0x",
    };
    const call = encodeCall(`function handleOps(${shape}[] ops, address beneficiary)`, [[op], carol], {
      to: router,
      from: carol,
    });
    expect(describeText(call, [moves(wallet, bob, 5n)], owner)).toEqual(["send", bob]);
    expect(describeText(call, [], { owner: carol })).toEqual(["", router]);
  });
});
