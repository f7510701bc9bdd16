import { NATIVE_TOKEN, ZERO_ADDRESS } from "@portico/evm";
import { maxUint256 } from "viem";
import { expect, test } from "vitest";
import { decodeCall } from "../decodeCall.ts";
import { listActions } from "../listActions.ts";
import { alice, bob, carol, encodeCall, knowledge, nft, token, weth } from "../testing/encodeCall.ts";
import {
  approves,
  approvesAll,
  calls,
  type Case,
  sends,
  sends1155,
  sends721,
  testRows,
} from "../testing/standardActions.ts";
import { erc1155Rows } from "./erc1155.ts";
import { erc1363Rows } from "./erc1363.ts";
import { erc20Rows } from "./erc20.ts";
import { erc721Rows } from "./erc721.ts";
import { erc777Rows } from "./erc777.ts";
import { wrappedRows } from "./wrapped.ts";

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
  ["transferAndCall(address to, uint256 amount)", [bob, 5n], token, [sends(alice, bob, 5n)]],
  ["transferFromAndCall(address from, address to, uint256 amount)", [bob, carol, 5n], token, [sends(bob, carol, 5n)]],
  [
    "transferFromAndCall(address from, address to, uint256 amount, bytes data)",
    [bob, carol, 5n, "0x"],
    token,
    [sends(bob, carol, 5n)],
  ],
  ["approveAndCall(address spender, uint256 amount)", [bob, 5n], token, [approves(alice, 5n)]],
  ["send(address recipient, uint256 amount, bytes data)", [bob, 5n, "0x"], token, [sends(alice, bob, 5n)]],
  [
    "operatorSend(address sender, address recipient, uint256 amount, bytes data, bytes operatorData)",
    [bob, carol, 5n, "0x", "0x"],
    token,
    [sends(bob, carol, 5n)],
  ],
  ["authorizeOperator(address operator)", [bob], token, [approves(alice, maxUint256)]],
  ["revokeOperator(address operator)", [bob], token, [approves(alice, 0n)]],
  ["approve(address guy)", [bob], token, [approves(alice, maxUint256)]],
  ["push(address dst, uint256 wad)", [bob, 5n], token, [sends(alice, bob, 5n)]],
  ["move(address src, address dst, uint256 wad)", [bob, carol, 5n], token, [sends(bob, carol, 5n)]],
  ["setOperator(address operator, bool approved)", [bob, true], nft, [approvesAll(alice, true)]],
  [
    "permitForAll(address owner, address operator, bool approved, uint256 deadline, uint256 nonce, bytes signature)",
    [carol, bob, true, 1n, 1n, "0x"],
    nft,
    [approvesAll(carol, true)],
  ],
  [
    "permit(address spender, uint256 tokenId, uint256 deadline, uint256 nonce, bytes signature)",
    [bob, 7n, 1n, 1n, "0x"],
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
];

testRows(cases, [erc20Rows, erc777Rows, erc1363Rows, erc721Rows, erc1155Rows, wrappedRows].flat());

test("native coin sent with a call is shown, whatever its calldata", () => {
  const read = (signature: string, args: unknown[], to = token) => {
    const call = decodeCall(encodeCall(`function ${signature}`, args, { to, rawValue: 9n }), knowledge);
    return listActions(call, knowledge);
  };
  const paid = sends(alice, token, 9n, NATIVE_TOKEN);
  expect(read("approve(address spender, uint256 amount)", [bob, 5n])).toEqual([paid, approves(alice, 5n)]);
  expect(read("transfer(address to, uint256 amount)", [bob, 5n])).toEqual([paid, sends(alice, bob, 5n)]);
  expect(read("withdraw(uint256 amount)", [5n], weth)).toEqual([
    calls("unwrap", weth, {
      sends: [
        [NATIVE_TOKEN, 9n],
        [weth, 5n],
      ],
      receives: [[NATIVE_TOKEN, 5n]],
    }),
  ]);
});
