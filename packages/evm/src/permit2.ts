import type { Address } from "viem";
import { parseAbi } from "viem";

/** @see https://github.com/Uniswap/permit2/blob/main/src/AllowanceTransfer.sol */
export const permit2Abi = parseAbi([
  "function approve(address token, address spender, uint160 amount, uint48 expiration)",
  "function allowance(address owner, address token, address spender) view returns (uint160 amount, uint48 expiration, uint48 nonce)",
  "function transferFrom(address from, address to, uint160 amount, address token)",
  "function lockdown((address token, address spender)[] approvals)",
  "event Approval(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration)",
  "event Permit(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration, uint48 nonce)",
  "event Lockdown(address indexed owner, address token, address spender)",
]);

/** The same address on all chains with Ethereum's CREATE2. */
const CANONICAL: Address = "0x000000000022d473030f116ddee9f6b43ac78ba3";
/** ZK stack chains derive addresses differently. */
const ZK_STACK: Address = "0x0000000000225e31d15943971f47ad3022f714fa";

const EXCEPTIONS: ReadonlyMap<string, Address> = new Map([
  ["abs", ZK_STACK],
  ["era", ZK_STACK],
  ["lens", ZK_STACK],
  ["sophon", ZK_STACK],
  ["ron", "0x771ca29e483df5447e20a89e0f00e1daf09ef534"], // Katana's, which Ronin's exchange uses
]);

/** Permit2's address on a chain, deployed or not. @param chain - Slug. */
export const getPermit2 = (chain: string): Address => EXCEPTIONS.get(chain) ?? CANONICAL;
