import type { Address, Hex } from "viem";
import type { Call } from "./aggregate3.ts";
import { callMany } from "./callMany.ts";
import type { PinnedOptions } from "./callMany.ts";
import type { Rpc } from "./rpc.ts";

export interface NftBalanceKey {
  owner: Address;
  contract: Address;
  tokenId: bigint;
  isErc1155: boolean;
  /** Selector of the contract's own `ownerOf`, if it is older than ERC-721. */
  ownerOf?: Hex | undefined;
}

/** `ownerOf(uint256)`, `balanceOf(address)` of ERC-721, `balanceOf(address,uint256)` of ERC-1155. */
const OWNER_OF = "0x6352211e";
const BALANCE_OF = "0x70a08231";
const BALANCE_OF_ID = "0x00fdd58e";

/**
 * Reads balances of NFTs at one block. For ERC-721 they are 1 or 0, and an NFT is read once for all of
 * its owners; if `ownerOf` fails it does not exist, provided that the contract responds to `balanceOf`.
 * @returns in the order of the keys; null if the contract fails: unknown, not zero.
 * @throws if the node fails.
 */
export async function readNftBalances(
  rpc: Rpc,
  keys: readonly NftBalanceKey[],
  options: PinnedOptions,
): Promise<(bigint | null)[]> {
  const first = createCalls();
  const at = keys.map((key) => first.add(firstCall(key)));
  const answers = await callMany(rpc, first.list, options);
  const second = createCalls();
  const doubtful = keys.map((key, index) =>
    !key.isErc1155 && answers[at[index]!] === null
      ? second.add({ to: key.contract, data: `${BALANCE_OF}${addressWord(key.owner)}` })
      : undefined,
  );
  const probes = await callMany(rpc, second.list, options);
  return keys.map((key, index) => {
    const probed = doubtful[index];
    if (probed !== undefined) return toUint(probes[probed] ?? null) === null ? null : 0n;
    const word = toUint(answers[at[index]!] ?? null);
    if (word === null || key.isErc1155) return word;
    if (word >> 160n !== 0n) return null;
    return word === BigInt(key.owner) ? 1n : 0n;
  });
}

const firstCall = ({ owner, contract, tokenId, isErc1155, ownerOf = OWNER_OF }: NftBalanceKey): Call =>
  isErc1155
    ? { to: contract, data: `${BALANCE_OF_ID}${addressWord(owner)}${uintWord(tokenId)}` }
    : { to: contract, data: `${ownerOf}${uintWord(tokenId)}` };

/** Deduplicated calls. `add` returns the call's index. */
function createCalls() {
  const list: Call[] = [];
  const known = new Map<string, number>();
  const add = (call: Call): number => {
    const key = `${call.to}${call.data}`;
    const index = known.get(key) ?? list.push(call) - 1;
    known.set(key, index);
    return index;
  };
  return { list, add };
}

/** `getApproved(uint256)` */
const GET_APPROVED = "0x081812fc";

/**
 * Reads the approved address of ERC-721 NFTs at one block.
 * @returns in lower case, in the order of the ids: the zero address if there is none; null if the call fails:
 * the NFT does not exist, or the contract is older than the standard.
 * @throws if the node fails.
 */
export async function readNftApprovals(
  rpc: Rpc,
  ids: readonly { contract: Address; tokenId: bigint }[],
  options: PinnedOptions,
): Promise<(Address | null)[]> {
  const calls = createCalls();
  const at = ids.map(({ contract, tokenId }) =>
    calls.add({ to: contract, data: `${GET_APPROVED}${uintWord(tokenId)}` }),
  );
  const answers = await callMany(rpc, calls.list, options);
  return at.map((index): Address | null => {
    const word = toUint(answers[index] ?? null);
    return word === null || word >> 160n !== 0n ? null : `0x${word.toString(16).padStart(40, "0")}`;
  });
}

const addressWord = (address: Address): string => address.slice(2).toLowerCase().padStart(64, "0");
const uintWord = (value: bigint): string => value.toString(16).padStart(64, "0");

const toUint = (data: Hex | null): bigint | null =>
  data === null || data.length < 66 ? null : BigInt(data.slice(0, 66));
