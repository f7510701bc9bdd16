import type { Address, Hex } from "viem";
import { decodeAbiParameters } from "viem";
import { callMany } from "./callMany.ts";
import type { PinnedOptions } from "./callMany.ts";
import type { Rpc } from "./rpc.ts";
import { decodeTokenText } from "./tokenText.ts";

export interface NftContractMetadata {
  /** Untrusted text; null if the contract does not define it, as ERC-1155 does not and some ERC-721 do not. */
  name: string | null;
  symbol: string | null;
  /** By ERC-165; null if the contract reports none, neither or both. */
  isErc1155: boolean | null;
}

/** `supportsInterface` of one ERC-165 interface. */
const supports = (interfaceId: string): Hex => `0x01ffc9a7${interfaceId.padEnd(64, "0")}`;

const CALLS: readonly Hex[] = [
  "0x06fdde03", // name()
  "0x95d89b41", // symbol()
  supports("80ac58cd"), // ERC-721
  supports("d9b67a26"), // ERC-1155
  supports("ffffffff"), // invalid: a contract that returns true does not implement ERC-165
];

/** Reads metadata of NFT contracts at one block, in the order of the contracts. */
export async function readNftContractMetadata(
  rpc: Rpc,
  contracts: readonly Address[],
  options: PinnedOptions,
): Promise<NftContractMetadata[]> {
  const calls = contracts.flatMap((to) => CALLS.map((data) => ({ to, data })));
  const answers = await callMany(rpc, calls, options);
  return contracts.map((_, index) => {
    const [name = null, symbol = null, ...interfaces] = answers.slice(index * CALLS.length, (index + 1) * CALLS.length);
    const [is721, is1155, isAnything] = interfaces.map(isTrue);
    return {
      name: name === null ? null : decodeTokenText(name),
      symbol: symbol === null ? null : decodeTokenText(symbol),
      isErc1155: isAnything || is721 === is1155 ? null : is1155!,
    };
  });
}

/** Exactly the word 1: anything else is not a boolean. */
const isTrue = (data: Hex | null | undefined): boolean => data?.length === 66 && BigInt(data) === 1n;

/** `tokenURI(uint256)` of ERC-721 and `uri(uint256)` of ERC-1155. */
const TOKEN_URI = "0xc87b56dd";
const URI = "0x0e89341c";
/** Whole pictures may be stored on chain: limit concurrency. */
const URIS_AT_ONCE = 20;
/** UTF-16 units. */
export const NFT_URI_MAX = 1_000_000;

/**
 * Reads metadata URIs of NFTs at one block; `{id}` is not replaced.
 * @returns untrusted text in the order of the keys; null if the call fails, or the URI exceeds NFT_URI_MAX.
 * @throws if the node fails.
 */
export async function readNftUris(
  rpc: Rpc,
  keys: readonly { contract: Address; tokenId: bigint; isErc1155: boolean }[],
  options: PinnedOptions,
): Promise<(string | null)[]> {
  const calls = keys.map(({ contract, tokenId, isErc1155 }): { to: Address; data: Hex } => ({
    to: contract,
    data: `${isErc1155 ? URI : TOKEN_URI}${tokenId.toString(16).padStart(64, "0")}`,
  }));
  const answers = await callMany(rpc, calls, { chunkSize: URIS_AT_ONCE, ...options });
  return answers.map((data) => (data === null ? null : decodeText(data)));
}

/** `contractURI()` of EIP-7572. */
const CONTRACT_URI = "0xe8a3d485";

/** Reads URIs of the metadata of contracts themselves, like readNftUris. @throws if the node fails. */
export async function readContractUris(
  rpc: Rpc,
  contracts: readonly Address[],
  options: PinnedOptions,
): Promise<(string | null)[]> {
  const calls = contracts.map((to): { to: Address; data: Hex } => ({ to, data: CONTRACT_URI }));
  const answers = await callMany(rpc, calls, { chunkSize: URIS_AT_ONCE, ...options });
  return answers.map((data) => (data === null ? null : decodeText(data)));
}

function decodeText(data: Hex): string | null {
  if (data.length > 4 * NFT_URI_MAX) return null;
  try {
    const [text] = decodeAbiParameters([{ type: "string" }], data);
    return text.length > NFT_URI_MAX ? null : text;
  } catch {
    return null;
  }
}
