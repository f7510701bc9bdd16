import type { Address, Hex } from "viem";
import type { Call } from "./aggregate3.ts";
import { callMany } from "./callMany.ts";
import type { PinnedOptions } from "./callMany.ts";
import type { Chain } from "./chains.ts";
import { NATIVE_TOKEN } from "./nativeToken.ts";
import { getPermit2 } from "./permit2.ts";
import type { Rpc } from "./rpc.ts";
import { decodeDecimals } from "./tokenMetadata.ts";

/** `token` is NATIVE_TOKEN if the native coin has an ERC-20 view. */
export interface AllowanceKey {
  owner: Address;
  token: Address;
  spender: Address;
  /** Within Permit2, instead of the token's own. */
  isPermit2: boolean;
}

export interface Allowance {
  /** Base units. */
  rawAmount: bigint;
  /** Unix seconds: blocks with a later time reject it. Null if it does not expire. */
  expiresAt: bigint | null;
}

const ALLOWANCE = "0xdd62ed3e"; // allowance(address,address)
const PERMIT2_ALLOWANCE = "0x927da105"; // allowance(address,address,address)
const IS_APPROVED_FOR_ALL = "0xe985e9c5"; // isApprovedForAll(address,address)
const DECIMALS = "0x313ce567";
const MAX_UINT256 = 2n ** 256n - 1n;

/**
 * Reads allowances at one block, from the tokens and Permit2.
 * @returns in the order of the keys; null if the call fails: unknown, not zero.
 * @throws if the node fails.
 */
export async function readAllowances(
  rpc: Rpc,
  keys: readonly AllowanceKey[],
  options: PinnedOptions & { chain: Pick<Chain, "slug" | "native" | "nativeErc20"> },
): Promise<(Allowance | null)[]> {
  const { chain } = options;
  const isNative = ({ token }: AllowanceKey) => token === NATIVE_TOKEN;
  const [answers, toNative] = await Promise.all([
    callMany(
      rpc,
      keys.map((key) => toCall(chain, key)),
      options,
    ),
    keys.some(isNative) ? readNativeScale(rpc, options) : undefined,
  ]);
  return keys.map((key, index) => {
    const allowance = decodeAllowance(key, answers[index] ?? null);
    if (allowance === null || !isNative(key)) return allowance;
    return toNative === undefined ? null : { ...allowance, rawAmount: toNative(allowance.rawAmount) };
  });
}

function toCall(
  { slug, nativeErc20 }: Pick<Chain, "slug" | "nativeErc20">,
  { owner, token, spender, isPermit2 }: AllowanceKey,
): Call {
  const contract = token === NATIVE_TOKEN && nativeErc20 !== null ? nativeErc20 : token;
  if (!isPermit2) return { to: contract, data: `${ALLOWANCE}${argument(owner)}${argument(spender)}` };
  const words = [owner, contract, spender].map(argument).join("");
  return { to: getPermit2(slug), data: `${PERMIT2_ALLOWANCE}${words}` };
}

const argument = (address: Address): string => address.slice(2).toLowerCase().padStart(64, "0");

function decodeAllowance({ isPermit2 }: AllowanceKey, data: Hex | null): Allowance | null {
  const rawAmount = toUint256(data, 0);
  if (rawAmount === null || !isPermit2) return rawAmount === null ? null : { rawAmount, expiresAt: null };
  const expiresAt = toUint256(data, 1);
  return expiresAt === null ? null : { rawAmount, expiresAt };
}

function toUint256(data: Hex | null, index: number): bigint | null {
  const end = 66 + 64 * index;
  return data === null || data.length < end ? null : BigInt(`0x${data.slice(end - 64, end)}`);
}

/** The ERC-20 view of a native coin may have other decimals than the coin. @returns undefined if it has none. */
async function readNativeScale(
  rpc: Rpc,
  options: PinnedOptions & { chain: Pick<Chain, "native" | "nativeErc20"> },
): Promise<((rawAmount: bigint) => bigint) | undefined> {
  const { native, nativeErc20 } = options.chain;
  if (nativeErc20 === null) return undefined;
  const [data = null] = await callMany(rpc, [{ to: nativeErc20, data: DECIMALS }], options);
  const decimals = data === null ? null : decodeDecimals(data);
  if (decimals === null) return undefined;
  const factor = 10n ** BigInt(Math.abs(native.decimals - decimals));
  return (rawAmount) => {
    const scaled = decimals > native.decimals ? rawAmount / factor : rawAmount * factor;
    return scaled > MAX_UINT256 ? MAX_UINT256 : scaled;
  };
}

export interface OperatorKey {
  owner: Address;
  contract: Address;
  operator: Address;
}

/**
 * Reads at one block which operators are approved for all of an owner's NFTs of a contract.
 * @returns in the order of the keys; null if the call fails. @throws if the node fails.
 */
export async function readOperatorApprovals(
  rpc: Rpc,
  keys: readonly OperatorKey[],
  options: PinnedOptions,
): Promise<(boolean | null)[]> {
  const calls = keys.map(({ owner, contract, operator }): Call => ({
    to: contract,
    data: `${IS_APPROVED_FOR_ALL}${argument(owner)}${argument(operator)}`,
  }));
  const answers = await callMany(rpc, calls, options);
  return answers.map((data) => {
    const word = toUint256(data, 0);
    return word === null || word > 1n ? null : word === 1n;
  });
}
