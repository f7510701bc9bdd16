import { NATIVE_TOKEN, ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import { maxUint160, maxUint256, padHex } from "viem";
import { expect, test } from "vitest";
import type { Action, Category } from "../action.ts";
import { decodeCall } from "../decodeCall.ts";
import { listActions } from "../listActions.ts";
import { alice, bob, carol, encodeCall, knowledge, nft, token, weth } from "../testing/encodeCall.ts";
import { erc1155Rows } from "./erc1155.ts";
import { erc20Rows } from "./erc20.ts";
import { erc721Rows } from "./erc721.ts";
import { permitRows } from "./permit.ts";
import { permit2Rows } from "./permit2.ts";
import { safeRows } from "./safe.ts";
import { wrappedRows } from "./wrapped.ts";

const word = padHex("0x01", { size: 32 });
const sends = (from: Address, to: Address, rawAmount: bigint, of: Address = token): Action => ({
  type: "send_token",
  from,
  to,
  amount: { token: of, rawAmount },
});
const sends721 = (from: Address, to: Address, tokenId: bigint): Action => ({
  type: "send_nft",
  from,
  to,
  nft: { contract: nft, tokenId, rawAmount: 1n, isErc1155: false },
});
const sends1155 = (tokenId: bigint, rawAmount: bigint): Action => ({
  type: "send_nft",
  from: alice,
  to: bob,
  nft: { contract: nft, tokenId, rawAmount, isErc1155: true },
});
const approves = (owner: Address, rawAmount: bigint): Action => ({
  type: "approve_token",
  owner,
  spender: bob,
  amount: { token, rawAmount },
});
const approves2 = (owner: Address, rawAmount: bigint): Action =>
  ({ ...approves(owner, rawAmount), isPermit2: true }) as Action;
type Moves = { sends?: [Address, bigint][]; receives?: [Address, bigint][] };
const calls = (category: Category | "", to: Address = token, moves: Moves = {}): Action => ({
  type: "call",
  from: alice,
  to,
  category,
  sends: (moves.sends ?? []).map(([of, rawAmount]) => ({ token: of, rawAmount })),
  receives: (moves.receives ?? []).map(([of, rawAmount]) => ({ token: of, rawAmount })),
});

const details = "(address token, uint160 amount, uint48 expiration, uint48 nonce)";
const permitSingle = `(${details} details, address spender, uint256 sigDeadline) permitSingle`;
const permitBatch = `(${details}[] details, address spender, uint256 sigDeadline) permitBatch`;
const detail = { token, amount: 5n, expiration: 9, nonce: 0 };
const authorization = "address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce";
const vrs = "uint8 v, bytes32 r, bytes32 s";
const signedTransfer = "(address token, uint256 amount) permitted, uint256 nonce, uint256 deadline";
const one = { permitted: { token, amount: 9n }, nonce: 0n, deadline: 1n };
const many = { ...one, permitted: [one.permitted, one.permitted] };
const request = { to: carol, requestedAmount: 8n };
const witness = "bytes32 witness, string witnessTypeString, ";

/** Signature, arguments, the contract, what it does, and wei. */
type Case = [signature: string, args: unknown[], to: Address, expected: Action[], rawValue?: bigint];

const cases: Case[] = [
  ["transfer(address to, uint256 amount)", [bob, 5n], token, [sends(alice, bob, 5n)]],
  ["transfer(address to, uint256 amount)", [bob, 5n], nft, [sends721(alice, bob, 5n)]],
  ["transferFrom(address from, address to, uint256 amount)", [bob, carol, 5n], token, [sends(bob, carol, 5n)]],
  ["transferFrom(address from, address to, uint256 amount)", [bob, carol, 5n], nft, [sends721(bob, carol, 5n)]],
  ["approve(address spender, uint256 amount)", [bob, maxUint256], token, [approves(alice, maxUint256)]],
  ["approve(address spender, uint256 amount)", [bob, 0n], token, [approves(alice, 0n)]],
  [
    "approve(address spender, uint256 amount)",
    [bob, 7n],
    nft,
    [
      {
        type: "approve_nft",
        owner: alice,
        spender: bob,
        nft: { contract: nft, tokenId: 7n, rawAmount: 1n, isErc1155: false },
        isApproved: true,
      },
    ],
  ],
  [
    "approve(address spender, uint256 amount)",
    [ZERO_ADDRESS, 7n],
    nft,
    [
      {
        type: "approve_nft",
        owner: alice,
        spender: ZERO_ADDRESS,
        nft: { contract: nft, tokenId: 7n, rawAmount: 1n, isErc1155: false },
        isApproved: false,
      },
    ],
  ],
  ["increaseAllowance(address spender, uint256 addedValue)", [bob, 5n], token, [approves(alice, 5n)]],
  ["increaseAllowance(address spender, uint256 addedValue)", [bob, 0n], token, [calls("approve")]],
  ["decreaseAllowance(address spender, uint256 subtractedValue)", [bob, 5n], token, [calls("revoke")]],
  ["increaseApproval(address spender, uint256 addedValue)", [bob, 5n], token, [approves(alice, 5n)]],
  ["decreaseApproval(address spender, uint256 subtractedValue)", [bob, 5n], token, [calls("revoke")]],
  ["transferAndCall(address to, uint256 amount, bytes data)", [bob, 5n, "0x"], token, [sends(alice, bob, 5n)]],
  ["approveAndCall(address spender, uint256 amount, bytes data)", [bob, 5n, "0x"], token, [approves(alice, 5n)]],
  ["send(address recipient, uint256 amount, bytes data)", [bob, 5n, "0x"], token, [sends(alice, bob, 5n)]],
  ["mint(address to, uint256 amount)", [alice, 5n], token, [calls("mint", token, { receives: [[token, 5n]] })]],
  ["mint(address to, uint256 amount)", [bob, 5n], token, [calls("mint")]],
  ["mint(address to, uint256 amount)", [alice, 5n], nft, [calls("mint", nft, { sends: [[NATIVE_TOKEN, 2n]] })], 2n],
  ["burn(address from, uint256 amount)", [alice, 5n], token, [calls("burn", token, { sends: [[token, 5n]] })]],
  ["burn(address from, uint256 amount)", [alice, 5n], nft, [calls("burn", nft)]],
  ["burnFrom(address from, uint256 amount)", [bob, 5n], token, [calls("burn")]],
  ["safeTransferFrom(address from, address to, uint256 tokenId)", [bob, carol, 5n], nft, [sends721(bob, carol, 5n)]],
  [
    "safeTransferFrom(address from, address to, uint256 tokenId, bytes data)",
    [alice, bob, 5n, "0x01"],
    nft,
    [sends721(alice, bob, 5n)],
  ],
  [
    "setApprovalForAll(address operator, bool approved)",
    [bob, true],
    nft,
    [{ type: "approve_collection", owner: alice, spender: bob, contract: nft, isApproved: true }],
  ],
  [
    "setApprovalForAll(address operator, bool approved)",
    [bob, false],
    nft,
    [{ type: "approve_collection", owner: alice, spender: bob, contract: nft, isApproved: false }],
  ],
  ["safeMint(address to)", [alice], nft, [calls("mint", nft)]],
  ["safeMint(address to, uint256 tokenId)", [alice, 5n], nft, [calls("mint", nft)]],
  ["safeMint(address to, string uri)", [alice, "ipfs://"], nft, [calls("mint", nft)]],
  [
    "safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)",
    [alice, bob, 5n, 3n, "0x"],
    nft,
    [sends1155(5n, 3n)],
  ],
  [
    "safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)",
    [alice, bob, [5n, 6n], [3n, 4n], "0x"],
    nft,
    [sends1155(5n, 3n), sends1155(6n, 4n)],
  ],
  [
    "safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)",
    [alice, bob, [5n, 6n], [3n], "0x"],
    nft,
    [calls("send", nft)],
  ],
  ["mint(address to, uint256 id, uint256 amount, bytes data)", [alice, 1n, 2n, "0x"], nft, [calls("mint", nft)]],
  [
    "mintBatch(address to, uint256[] ids, uint256[] amounts, bytes data)",
    [alice, [1n], [2n], "0x"],
    nft,
    [calls("mint", nft)],
  ],
  ["burn(address from, uint256 id, uint256 amount)", [alice, 1n, 2n], nft, [calls("burn", nft)]],
  ["burnBatch(address from, uint256[] ids, uint256[] amounts)", [alice, [1n], [2n]], nft, [calls("burn", nft)]],
  ["deposit() payable", [], weth, [calls("wrap", weth, { sends: [[NATIVE_TOKEN, 5n]], receives: [[weth, 5n]] })], 5n],
  ["deposit() payable", [], bob, [calls("", bob, { sends: [[NATIVE_TOKEN, 5n]] })], 5n],
  ["depositTo(address account) payable", [bob], weth, [calls("wrap", weth, { sends: [[NATIVE_TOKEN, 5n]] })], 5n],
  [
    "withdraw(uint256 amount)",
    [5n],
    weth,
    [calls("unwrap", weth, { sends: [[weth, 5n]], receives: [[NATIVE_TOKEN, 5n]] })],
  ],
  ["withdraw(uint256 amount)", [5n], bob, [calls("withdraw", bob)]],
  ["withdrawTo(address account, uint256 amount)", [bob, 5n], weth, [calls("unwrap", weth, { sends: [[weth, 5n]] })]],
  [
    `permit(address owner, address spender, uint256 value, uint256 deadline, ${vrs})`,
    [carol, bob, 5n, 1n, 27, word, word],
    token,
    [approves(carol, 5n)],
  ],
  [
    "permit(address owner, address spender, uint256 value, uint256 deadline, bytes signature)",
    [carol, bob, 5n, 1n, "0x"],
    token,
    [approves(carol, 5n)],
  ],
  [
    `permit(address holder, address spender, uint256 nonce, uint256 expiry, bool allowed, ${vrs})`,
    [carol, bob, 0n, 1n, true, 27, word, word],
    token,
    [approves(carol, maxUint256)],
  ],
  [
    `permit(address holder, address spender, uint256 nonce, uint256 expiry, bool allowed, ${vrs})`,
    [carol, bob, 0n, 1n, false, 27, word, word],
    token,
    [approves(carol, 0n)],
  ],
  [
    `transferWithAuthorization(${authorization}, ${vrs})`,
    [carol, bob, 5n, 0n, 1n, word, 27, word, word],
    token,
    [sends(carol, bob, 5n)],
  ],
  [
    `transferWithAuthorization(${authorization}, bytes signature)`,
    [carol, bob, 5n, 0n, 1n, word, "0x"],
    token,
    [sends(carol, bob, 5n)],
  ],
  [
    `receiveWithAuthorization(${authorization}, ${vrs})`,
    [carol, bob, 5n, 0n, 1n, word, 27, word, word],
    token,
    [sends(carol, bob, 5n)],
  ],
  [
    "approve(address token, address spender, uint160 amount, uint48 expiration)",
    [token, bob, maxUint160, 9],
    carol,
    [approves2(alice, maxUint160)],
  ],
  [
    `permit(address owner, ${permitSingle}, bytes signature)`,
    [carol, { details: detail, spender: bob, sigDeadline: 1n }, "0x"],
    bob,
    [approves2(carol, 5n)],
  ],
  [
    `permit(address owner, ${permitBatch}, bytes signature)`,
    [carol, { details: [detail, { ...detail, amount: 0n }], spender: bob, sigDeadline: 1n }, "0x"],
    bob,
    [approves2(carol, 5n), approves2(carol, 0n)],
  ],
  [
    "transferFrom(address from, address to, uint160 amount, address token)",
    [bob, carol, 5n, token],
    nft,
    [sends(bob, carol, 5n)],
  ],
  [
    "transferFrom((address from, address to, uint160 amount, address token)[] transferDetails)",
    [
      [
        { from: bob, to: carol, amount: 5n, token },
        { from: alice, to: bob, amount: 6n, token: weth },
      ],
    ],
    nft,
    [sends(bob, carol, 5n), sends(alice, bob, 6n, weth)],
  ],
  ["lockdown((address token, address spender)[] approvals)", [[{ token, spender: bob }]], nft, [approves2(alice, 0n)]],
  ["invalidateNonces(address token, address spender, uint48 newNonce)", [token, bob, 3], nft, [calls("revoke", nft)]],
  ["invalidateUnorderedNonces(uint256 wordPos, uint256 mask)", [0n, 1n], nft, [calls("revoke", nft)]],
  ...["permitTransferFrom", "permitWitnessTransferFrom"].flatMap((name): Case[] => {
    const rest = `address owner, ${name === "permitTransferFrom" ? "" : witness}bytes signature`;
    const extra = name === "permitTransferFrom" ? [] : [word, "Witness"];
    return [
      [
        `${name}((${signedTransfer}) permit, (address to, uint256 requestedAmount) transferDetails, ${rest})`,
        [one, request, bob, ...extra, "0x"],
        nft,
        [sends(bob, carol, 8n)],
      ],
      [
        `${name}((${signedTransfer.replace(" permitted", "[] permitted")}) permit, (address to, uint256 requestedAmount)[] transferDetails, ${rest})`,
        [many, [request, request], bob, ...extra, "0x"],
        nft,
        [sends(bob, carol, 8n), sends(bob, carol, 8n)],
      ],
    ];
  }),
  [
    "createProxyWithNonce(address singleton, bytes initializer, uint256 saltNonce)",
    [bob, "0x", 1n],
    nft,
    [calls("deploy", nft)],
  ],
];

test.each(cases)("%s", (signature, args, to, expected, rawValue = 0n) => {
  const call = decodeCall(encodeCall(`function ${signature}`, args, { to, rawValue }), knowledge);
  expect(call.row).toBeDefined();
  expect(listActions(call, knowledge)).toEqual(expected);
});

test("every row of the standards that means something is among these", () => {
  const rows = [erc20Rows, erc721Rows, erc1155Rows, wrappedRows, permitRows, permit2Rows, safeRows].flat();
  const meant = rows.filter(({ category, read }) => category !== "" || read !== undefined);
  const tested = new Set(cases.map(([signature]) => signature.replace(/ payable$/, "")));
  const plain = meant.map(({ signature }) => signature.replace(/^function /, "").replace(/ payable$/, ""));
  expect(plain.filter((signature) => !tested.has(signature))).toEqual([]);
});
