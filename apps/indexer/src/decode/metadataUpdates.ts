import type { Address } from "@portico/evm";
import type { Changes } from "../chain/changes.ts";
import { toLowerCase, toUint, wordAt } from "./logDecoder.ts";
import type { LogDecoder, LogLocation } from "./logDecoder.ts";

/** ERC-4906 `MetadataUpdate(tokenId)`. */
export const decodeMetadataUpdate: LogDecoder = (_chain, log, location, changes) => {
  const id = wordAt(log.data, 0);
  if (id === undefined || log.topics.length !== 1) return;
  addRefresh(toLowerCase(log.address), { first: toUint(id), last: toUint(id) }, location, changes);
};

/** ERC-4906 `BatchMetadataUpdate(fromTokenId, toTokenId)`. */
export const decodeBatchMetadataUpdate: LogDecoder = (_chain, log, location, changes) => {
  const [first, last] = [wordAt(log.data, 0), wordAt(log.data, 1)];
  if (first === undefined || last === undefined || log.topics.length !== 1) return;
  addRefresh(toLowerCase(log.address), { first: toUint(first), last: toUint(last) }, location, changes);
};

/** ERC-1155 `URI(value, indexed id)`. */
export const decodeUri: LogDecoder = (_chain, log, location, changes) => {
  const [, id] = log.topics;
  if (id === undefined || log.topics.length !== 2) return;
  addRefresh(toLowerCase(log.address), { first: toUint(id), last: toUint(id) }, location, changes);
};

interface IdRange {
  first: bigint;
  last: bigint;
}

/** Of one contract; more become one range that includes them all. */
const MAX_RANGES = 100;

function addRefresh(contract: Address, range: IdRange, { timeAt }: LogLocation, { refreshes }: Changes): void {
  const known = refreshes.get(contract)?.ranges ?? [];
  const isKnown = known.some(({ first, last }) => first <= range.first && range.last <= last);
  const ranges = isKnown ? known : [...known, range];
  refreshes.set(contract, { contract, timeAt, ranges: ranges.length > MAX_RANGES ? [span(ranges)] : ranges });
}

const span = (ranges: readonly IdRange[]): IdRange => ({
  first: ranges.reduce((least, { first }) => (first < least ? first : least), ranges[0]!.first),
  last: ranges.reduce((most, { last }) => (last > most ? last : most), ranges[0]!.last),
});
