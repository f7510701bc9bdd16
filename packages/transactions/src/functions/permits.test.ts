import { maxUint160, maxUint256, padHex } from "viem";
import { alice, bob, carol, nft, token, weth } from "../testing/encodeCall.ts";
import { approves, approves2, calls, type Case, sends, testRows } from "../testing/standardActions.ts";
import { permitRows } from "./permit.ts";
import { permit2Rows } from "./permit2.ts";
import { safeRows } from "./safe.ts";

const word = padHex("0x01", { size: 32 });
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
const cases: Case[] = [
  [
    `permitBatch(address owner, ${permitBatch}, bytes signature)`,
    [bob, { details: [detail, detail], spender: bob, sigDeadline: 1n }, "0x"],
    nft,
    [approves2(bob, 5n), approves2(bob, 5n)],
  ],
  [
    `receiveWithAuthorization(${authorization}, bytes signature)`,
    [bob, carol, 5n, 0n, 1n, word, "0x"],
    token,
    [sends(bob, carol, 5n)],
  ],
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

testRows(cases, [permitRows, permit2Rows, safeRows].flat());
