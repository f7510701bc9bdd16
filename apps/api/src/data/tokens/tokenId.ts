import { NATIVE_TOKEN, type Address, type Chain } from "@portico/evm";
import { quote, ServiceError } from "../../errors.ts";
import { isAddress } from "../address.ts";

/** Parses a token id: a contract's address in any letter case, or the chain's native token id. */
export function findTokenId(text: string, { native }: Chain): Address | undefined {
  if (text === native.id) return NATIVE_TOKEN;
  if (!isAddress(text)) return undefined;
  const address = text.toLowerCase() as Address;
  return address === native.id ? NATIVE_TOKEN : address;
}

/** The stored token of balances and transactions: the native coin's ERC-20 view is stored as the coin. */
export const toHeldToken = (token: Address, { nativeErc20 }: Pick<Chain, "nativeErc20">): Address =>
  token === nativeErc20 ? NATIVE_TOKEN : token;

/**
 * Like findTokenId.
 * @throws ServiceError invalid_address.
 */
export function parseTokenId(text: string, chain: Chain): Address {
  const token = findTokenId(text, chain);
  if (token !== undefined) return token;
  const advice = `send 0x and 40 hexadecimal digits, or '${chain.native.id}' for the native coin`;
  throw new ServiceError("invalid_address", `${quote(text)} is not a token id: ${advice}`);
}
