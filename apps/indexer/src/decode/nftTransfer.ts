import { ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import { LegKind } from "@portico/store";
import type { Changes } from "../chain/changes.ts";
import { isAddressWord, toAddress, toLowerCase, toUint, wordAt } from "./logDecoder.ts";
import type { LogDecoder, LogLocation } from "./logDecoder.ts";

/** A movement of one NFT, or of an amount of an ERC-1155 token. */
export interface NftTransfer {
  contract: Address;
  from: Address;
  to: Address;
  tokenId: bigint;
  rawAmount: bigint;
  isErc1155: boolean;
}

/** ERC-1155 `TransferSingle(operator, from, to, id, value)`. */
export const decodeTransferSingle: LogDecoder = (_chain, log, location, changes) => {
  const [, , from, to] = log.topics;
  const [id, value] = [wordAt(log.data, 0), wordAt(log.data, 1)];
  if (from === undefined || to === undefined || id === undefined || value === undefined) return;
  if (!isAddressWord(from) || !isAddressWord(to)) return;
  const parties = { contract: toLowerCase(log.address), from: toAddress(from), to: toAddress(to), isErc1155: true };
  addNftTransfer({ ...parties, tokenId: toUint(id), rawAmount: toUint(value) }, location, changes);
};

/** ERC-1155 `TransferBatch(operator, from, to, ids[], values[])`. */
export const decodeTransferBatch: LogDecoder = (_chain, log, location, changes) => {
  const [, , from, to] = log.topics;
  if (from === undefined || to === undefined || !isAddressWord(from) || !isAddressWord(to)) return;
  const [ids, values] = [readList(log.data, 0), readList(log.data, 1)];
  if (ids === undefined || values === undefined || ids.length !== values.length) return;
  const parties = { contract: toLowerCase(log.address), from: toAddress(from), to: toAddress(to), isErc1155: true };
  for (const [subIndex, tokenId] of ids.entries()) {
    const transfer = { ...parties, tokenId, rawAmount: values[subIndex]! };
    if (subIndex < MAX_LEGS) addNftTransfer(transfer, location, changes, subIndex);
    else markPartiesStale(transfer, changes);
  }
};

/** A leg can't number more transfers of one log; of later ones, balances alone are stored. */
const MAX_LEGS = 32_768;

/** A `uint256[]` whose offset is the argument at this index; undefined if the data is invalid. */
function readList(data: string, argument: number): bigint[] | undefined {
  const offset = toSmall(wordAt(data, argument));
  if (offset === undefined || offset % 32 !== 0) return undefined;
  const length = toSmall(wordAt(data, offset / 32));
  if (length === undefined) return undefined;
  const start = offset / 32 + 1;
  if (length > 0 && wordAt(data, start + length - 1) === undefined) return undefined;
  return Array.from({ length }, (_, index) => toUint(wordAt(data, start + index)!));
}

function toSmall(word: string | undefined): number | undefined {
  const value = word === undefined ? undefined : Number(word);
  return value === undefined || !Number.isSafeInteger(value) ? undefined : value;
}

export function addNftTransfer(transfer: NftTransfer, location: LogLocation, changes: Changes, subIndex = 0): void {
  const { contract, from, to, tokenId, rawAmount } = transfer;
  const shared = { ...location, kind: LegKind.nft, subIndex, token: contract, tokenId, rawAmount };
  markPartiesStale(transfer, changes);
  if (from !== ZERO_ADDRESS) changes.legs.push({ ...shared, owner: from, isInbound: false, counterparty: to });
  if (to !== ZERO_ADDRESS) changes.legs.push({ ...shared, owner: to, isInbound: true, counterparty: from });
}

function markPartiesStale({ contract, from, to, tokenId, isErc1155 }: NftTransfer, changes: Changes): void {
  for (const owner of [from, to])
    if (owner !== ZERO_ADDRESS) markNftStale(changes, { owner, contract, tokenId, isErc1155 });
}

/** Queues an owner's NFT and its approval for reading. */
export function markNftStale(
  changes: Changes,
  key: Changes["nfts"] extends Map<string, infer Key> ? Key : never,
): void {
  changes.nfts.set(`${key.owner} ${key.contract} ${key.tokenId}`, key);
}
