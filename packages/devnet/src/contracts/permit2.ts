import { type Abi, type Address, type Hex, parseAbi } from "viem";
import { loadArtifact } from "./artifact.ts";
import type { ContractSet } from "./contractSet.ts";

export const PERMIT2: Address = "0x000000000022D473030F116dDEE9F6B43aC78BA3";

/** @see https://docs.uniswap.org/contracts/permit2/reference/allowance-transfer */
export const permit2Abi: Abi = parseAbi([
  "function approve(address token, address spender, uint160 amount, uint48 expiration)",
  "function transferFrom(address from, address to, uint160 amount, address token)",
  "struct PermitDetails { address token; uint160 amount; uint48 expiration; uint48 nonce; }",
  "struct PermitSingle { PermitDetails details; address spender; uint256 sigDeadline; }",
  "function permit(address owner, PermitSingle permitSingle, bytes signature)",
  "function lockdown((address token, address spender)[] approvals)",
]);

/** The package ships its runtime code. */
export const loadPermit2 = (): Hex => loadArtifact("@1inch/solidity-utils", "dist/src/permit2.json").bytecode;

/** Allowances with an expiration. */
export const permit2: ContractSet = {
  id: "permit2",
  listPlacements: () => [{ address: PERMIT2, runtime: loadPermit2() }],
};
