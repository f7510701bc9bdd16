import { listEarlyNfts, topics, ZERO_ADDRESS } from "@portico/evm";
import type { Address, EarlyNftContract, Hex } from "@portico/evm";
import type { RpcLog } from "viem";
import type { LogBatch } from "../source/logBatch.ts";
import { isAddressWord, toAddress, toLowerCase, toUint, wordAt } from "./logDecoder.ts";
import type { LogDecoder } from "./logDecoder.ts";
import { addNftTransfer } from "./nftTransfer.ts";

type Events = EarlyNftContract["events"];

/** A movement of one NFT. */
interface Move {
  from: Address;
  to: Address;
  tokenId: bigint;
}

/** @param previous - The log before it in the block, of any contract. */
type ReadMove = (log: RpcLog, previous: RpcLog | undefined) => Move | undefined;

const { punkAssign, punkBought, punkTransfer, transfer } = topics;

/** By first topic, and its number of topics. */
const moves: Record<Events, ReadonlyMap<string, ReadMove>> = {
  kitties: new Map([[`${transfer} 1`, readKittyTransfer]]),
  punks: new Map([
    [`${transfer} 3`, () => undefined], // counts punks
    [`${punkAssign} 2`, readAssign],
    [`${punkTransfer} 3`, readPunkTransfer],
    [`${punkBought} 4`, readPunkBought],
  ]),
};

/** Contracts of a chain by address; undefined if there is none. */
export function findEarlyNfts(chain: string): ReadonlyMap<Address, Events> | undefined {
  const contracts = listEarlyNfts(chain);
  return contracts.length === 0 ? undefined : new Map(contracts.map(({ address, events }) => [address, events]));
}

/** First topics of the events of a chain's contracts. */
export const listEarlyNftTopics = (chain: string): Hex[] =>
  listEarlyNfts(chain).flatMap(({ events }) => EARLY_TOPICS[events]);

const EARLY_TOPICS: Record<Events, Hex[]> = { kitties: [transfer], punks: [punkAssign, punkTransfer, punkBought] };

/** The decoder of log number `pick` of a batch, of such a contract; undefined for an event like that of a standard. */
export function findEarlyDecoder(events: Events, batch: LogBatch, pick: number): LogDecoder | undefined {
  const { topics: given } = batch.toRpcLog(pick);
  const readMove = moves[events].get(`${given[0]} ${given.length}`);
  return (
    readMove &&
    ((_chain, log, location, changes) => {
      const move = readMove(log, pick > 0 ? batch.toRpcLog(pick - 1) : undefined);
      if (move === undefined) return;
      const contract = toLowerCase(log.address);
      addNftTransfer({ ...move, contract, rawAmount: 1n, isErc1155: false }, location, changes);
    })
  );
}

/** `Transfer(from, to, tokenId)`, none indexed. */
function readKittyTransfer({ data }: RpcLog): Move | undefined {
  return toMove(wordAt(data, 0), wordAt(data, 1), wordAt(data, 2));
}

const ZERO_WORD = `0x${"00".repeat(32)}`;

/** `Assign(indexed to, punkIndex)`: its first owner. */
function readAssign({ topics: [, to], data }: RpcLog): Move | undefined {
  return toMove(ZERO_WORD, to, wordAt(data, 0));
}

/** `PunkTransfer(indexed from, indexed to, punkIndex)`: a gift. */
function readPunkTransfer({ topics: [, from, to], data }: RpcLog): Move | undefined {
  return toMove(from, to, wordAt(data, 0));
}

/**
 * `PunkBought(indexed punkIndex, value, indexed from, indexed to)`. Of an accepted bid the contract reports neither the
 * value nor the buyer, who is only in the Transfer before it, which counts punks.
 */
function readPunkBought(log: RpcLog, previous: RpcLog | undefined): Move | undefined {
  const [, tokenId, from, to] = log.topics;
  const move = toMove(from, to, tokenId);
  if (move?.to !== ZERO_ADDRESS) return move;
  const isSame = previous?.address === log.address && previous.transactionHash === log.transactionHash;
  const [topic, seller, buyer] = previous?.topics ?? [];
  return isSame && topic === transfer && seller === from ? toMove(from, buyer, tokenId) : undefined;
}

function toMove(from: string | undefined, to: string | undefined, tokenId: string | undefined): Move | undefined {
  if (from === undefined || to === undefined || tokenId === undefined) return undefined;
  if (!isAddressWord(from) || !isAddressWord(to)) return undefined;
  return { from: toAddress(from), to: toAddress(to), tokenId: toUint(tokenId) };
}
