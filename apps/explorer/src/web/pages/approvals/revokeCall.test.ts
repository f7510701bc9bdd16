import { encodeFunctionData, parseAbi } from "viem";
import { expect, test } from "vitest";
import type { Permission } from "./permission.ts";
import { revokeCall } from "./revokeCall.ts";

const TOKEN = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48";
const SPENDER = "0x3d90f1f6b0f6fbb7fb3dd3f29ebb6e0e2d3f4a51";
const PERMIT2 = "0x000000000022d473030f116ddee9f6b43ac78ba3";
const NOBODY = "0x0000000000000000000000000000000000000000";

const permission = (some: Partial<Permission>): Permission => ({
  kind: "token",
  chain: "eth",
  contract: TOKEN,
  innerId: "",
  spender: SPENDER,
  permit2: null,
  name: "USDC",
  value: "unlimited",
  exposureUsd: 1,
  balance: 1,
  changedAt: null,
  expiresAt: null,
  ...some,
});

const abi = parseAbi([
  "function approve(address, uint256)",
  "function setApprovalForAll(address, bool)",
  "function lockdown((address token, address spender)[] approvals)",
]);

test("each kind of permission is revoked by the call of its standard", () => {
  const largest = String(2n ** 256n - 1n);
  expect([
    revokeCall(permission({})),
    revokeCall(permission({ kind: "nft", innerId: largest })),
    revokeCall(permission({ kind: "collection" })),
    revokeCall(permission({ permit2: PERMIT2 })),
  ]).toMatchObject([
    { to: TOKEN, data: encodeFunctionData({ abi, functionName: "approve", args: [SPENDER, 0n] }) },
    { to: TOKEN, data: encodeFunctionData({ abi, functionName: "approve", args: [NOBODY, 2n ** 256n - 1n] }) },
    { to: TOKEN, data: encodeFunctionData({ abi, functionName: "setApprovalForAll", args: [SPENDER, false] }) },
    {
      to: PERMIT2,
      data: encodeFunctionData({ abi, functionName: "lockdown", args: [[{ token: TOKEN, spender: SPENDER }]] }),
    },
  ]);
});

test("an invalid address or number yields no call", () => {
  for (const some of [
    { contract: "eth" },
    { spender: "0x1" },
    { permit2: "x" },
    { kind: "nft", innerId: "-1" },
  ] as const)
    expect(revokeCall(permission(some))).toBeUndefined();
});
