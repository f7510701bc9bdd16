import type { Address, Hex } from "viem";
import type { Call } from "./aggregate3.ts";
import { callMany } from "./callMany.ts";
import type { PinnedOptions } from "./callMany.ts";
import type { Rpc } from "./rpc.ts";
import { readTokenMetadata } from "./tokenMetadata.ts";
import type { TokenMetadata } from "./tokenMetadata.ts";

/** "unknown": it behaves like none of them, or has no code. */
export type TokenStandard = "erc20" | "erc721" | "erc1155" | "unknown";

/** Metadata that a token contract reports. */
export interface TokenDetails extends TokenMetadata {
  standard: TokenStandard;
  /** Base units; null without a usable `totalSupply`. */
  totalSupply: bigint | null;
}

const TOTAL_SUPPLY: Hex = "0x18160ddd";
/** `balanceOf` of the address 2: some tokens revert for 0. */
const BALANCE_OF_TWO: Hex = `0x70a08231${"2".padStart(64, "0")}`;

/**
 * Reads metadata of tokens at one block, in the order of the addresses. A contract with decimals and a supply is an
 * ERC-20, whatever else it may be. Others are checked by ERC-165 for ERC-721 or ERC-1155: some emit an
 * ERC-20's Transfer too. The rest with balances are ERC-20 without the other parts.
 * @see https://eips.ethereum.org/EIPS/eip-165
 */
export async function readTokenDetails(
  rpc: Rpc,
  addresses: readonly Address[],
  options: PinnedOptions,
): Promise<TokenDetails[]> {
  const [metadata, supplies] = await Promise.all([
    readTokenMetadata(rpc, addresses, options),
    readTotalSupplies(rpc, addresses, options),
  ]);
  const details = metadata.map((texts, index) => ({ ...texts, totalSupply: supplies[index] ?? null }));
  const nonstandard = addresses.filter(
    (_, index) => details[index]?.decimals === null || details[index]?.totalSupply === null,
  );
  const standards = await probeStandards(rpc, nonstandard, options);
  return details.map((detail, index) => ({ ...detail, standard: standards.get(addresses[index]!) ?? "erc20" }));
}

/** Reads ERC-20 supplies at one block, in base units and in the order of the tokens; null if unreadable. */
export async function readTotalSupplies(
  rpc: Rpc,
  tokens: readonly Address[],
  options: PinnedOptions,
): Promise<(bigint | null)[]> {
  const calls = tokens.map((to) => ({ to, data: TOTAL_SUPPLY }));
  return (await callMany(rpc, calls, options)).map(decodeUint256);
}

const supportsInterface = (id: string): Hex => `0x01ffc9a7${id.padEnd(64, "0")}`;
const PROBES = [...["01ffc9a7", "ffffffff", "80ac58cd", "d9b67a26"].map(supportsInterface), BALANCE_OF_TWO];

async function probeStandards(
  rpc: Rpc,
  addresses: readonly Address[],
  options: PinnedOptions,
): Promise<Map<Address, TokenStandard>> {
  const calls = addresses.flatMap((to) => PROBES.map((data): Call => ({ to, data })));
  const answers = (await callMany(rpc, calls, options)).map(decodeUint256);
  return new Map(
    addresses.map((address, index) => [address, toStandard(answers.slice(index * PROBES.length))] as const),
  );
}

/** @param answers - To PROBES, null for failed ones. */
function toStandard([isErc165, isEverything, isErc721, isErc1155, balance]: readonly (bigint | null)[]): TokenStandard {
  if (isErc165 === 1n && isEverything !== 1n) {
    if (isErc721 === 1n) return "erc721";
    if (isErc1155 === 1n) return "erc1155";
  }
  return balance === null ? "unknown" : "erc20";
}

const decodeUint256 = (data: Hex | null): bigint | null =>
  data === null || data.length < 66 ? null : BigInt(data.slice(0, 66));
