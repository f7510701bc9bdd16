import { decodeAbiParameters } from "viem";
import type { Address, Hex } from "viem";
import { NATIVE_TOKEN, ZERO_ADDRESS } from "../nativeToken.ts";
import { topics } from "../topics.ts";
import type { BalanceChanges, SimulatedLog } from "./simulation.ts";

/** A movement reported by a log. */
export type Moved = MovedToken | MovedNft;

export interface MovedToken {
  kind: "token";
  token: Address;
  from: Address;
  to: Address;
  rawAmount: bigint;
}

export interface MovedNft {
  kind: "nft";
  contract: Address;
  tokenId: bigint;
  isErc1155: boolean;
  from: Address;
  to: Address;
  rawAmount: bigint;
}

/**
 * @param wrappedToken - Its Deposit and Withdrawal events are wraps, unless a Transfer accompanies them: as in wrapped
 * coins built on a
 * library's ERC-20 (Scroll, Berachain).
 */
export function listMoved(logs: readonly SimulatedLog[], wrappedToken?: Address | null): Moved[] {
  const transferred = new Set(logs.flatMap((log) => (isTransferOf(log, wrappedToken) ? listTokenMoves(log) : [])));
  return logs.flatMap((log): Moved[] => {
    const address = lower(log.address);
    const [topic] = log.topics;
    if (topic === topics.transfer) return readTransfer(address, log);
    if (topic === topics.transferSingle) return read1155(address, log, readSingle);
    if (topic === topics.transferBatch) return read1155(address, log, readLists);
    const isWrap = topic === topics.wrappedDeposit || topic === topics.wrappedWithdrawal;
    if (!isWrap || address !== wrappedToken) return [];
    return readWrap(address, log).filter((wrap) => !transferred.has(keyOf(wrap)));
  });
}

const isTransferOf = ({ address, topics: [topic] }: SimulatedLog, token: Address | null | undefined): boolean =>
  topic === topics.transfer && lower(address) === token;

const listTokenMoves = (log: SimulatedLog): string[] =>
  readTransfer(lower(log.address), log).flatMap((move) => (move.kind === "token" ? [keyOf(move)] : []));

const keyOf = ({ from, to, rawAmount }: MovedToken): string => `${from} ${to} ${rawAmount}`;

function readTransfer(address: Address, { topics: [, a, b, id], data }: SimulatedLog): Moved[] {
  const words = readWords(data, 3);
  if (id !== undefined) return [toNft(address, toAddress(a), toAddress(b), BigInt(id))];
  const [first = 0n, second = 0n, third] = words;
  if (a === undefined && third !== undefined) return [toNft(address, fromWord(first), fromWord(second), third)]; // older than the standard
  if (a === undefined || b === undefined || words.length === 0) return [];
  return [{ kind: "token", token: address, from: toAddress(a), to: toAddress(b), rawAmount: first }];
}

const toNft = (contract: Address, from: Address, to: Address, tokenId: bigint): MovedNft => ({
  kind: "nft",
  contract,
  tokenId,
  isErc1155: false,
  from,
  to,
  rawAmount: 1n,
});

type Lists = readonly (readonly bigint[])[];

function read1155(contract: Address, { topics: logTopics, data }: SimulatedLog, read: (data: Hex) => Lists): Moved[] {
  const [, , from, to] = logTopics;
  if (from === undefined || to === undefined) return [];
  const [ids = [], amounts = []] = read(data);
  if (ids.length !== amounts.length) return [];
  const between = { from: toAddress(from), to: toAddress(to) };
  return ids.map((tokenId, index) => ({
    kind: "nft",
    contract,
    tokenId,
    isErc1155: true,
    ...between,
    rawAmount: amounts[index] ?? 0n,
  }));
}

const readSingle = (data: Hex): Lists => readWords(data, 2).map((word) => [word]);

function readLists(data: Hex): Lists {
  try {
    return decodeAbiParameters([{ type: "uint256[]" }, { type: "uint256[]" }], data);
  } catch {
    return []; // doesn't match its topic
  }
}

function readWrap(token: Address, { topics: [topic, who], data }: SimulatedLog): MovedToken[] {
  const [rawAmount] = readWords(data, 1);
  if (who === undefined || rawAmount === undefined) return [];
  const owner = toAddress(who);
  const [from, to] = topic === topics.wrappedDeposit ? [ZERO_ADDRESS, owner] : [owner, ZERO_ADDRESS];
  return [{ kind: "token", token, from, to, rawAmount }];
}

/** The owner's net changes by the logs. */
export function sumMoved(moved: readonly Moved[], owner: Address): BalanceChanges {
  const tokens = new Map<Address, bigint>();
  const nfts = new Map<string, BalanceChanges["nfts"][number]>();
  for (const move of moved) {
    const sign = (move.to === owner ? 1n : 0n) - (move.from === owner ? 1n : 0n);
    if (sign === 0n) continue;
    if (move.kind === "token") {
      tokens.set(move.token, (tokens.get(move.token) ?? 0n) + sign * move.rawAmount);
    } else {
      const key = `${move.contract} ${move.tokenId}`;
      const { contract, tokenId, isErc1155 } = move;
      const before = nfts.get(key)?.rawAmount ?? 0n;
      nfts.set(key, { contract, tokenId, isErc1155, rawAmount: before + sign * move.rawAmount });
    }
  }
  return {
    tokens: [...tokens].map(([token, rawAmount]) => ({ token, rawAmount })).filter(isChange),
    nfts: [...nfts.values()].filter(isChange),
  };
}

const isChange = ({ rawAmount }: { rawAmount: bigint }): boolean => rawAmount !== 0n;

/** A native transfer, as a movement of its token. */
export const coinMoved = (from: Address, to: Address, rawAmount: bigint): Moved => ({
  kind: "token",
  token: NATIVE_TOKEN,
  from: lower(from),
  to: lower(to),
  rawAmount,
});

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an address stays one in lower case
const lower = (address: Address): Address => address.toLowerCase() as Address;

const toAddress = (topic: Hex | undefined): Address => `0x${(topic ?? "").slice(-40).toLowerCase().padStart(40, "0")}`;
const fromWord = (word: bigint): Address => `0x${(word & ((1n << 160n) - 1n)).toString(16).padStart(40, "0")}`;

/** At most this many whole words from the start. */
function readWords(data: Hex, max: number): bigint[] {
  const count = Math.min(max, Math.floor((data.length - 2) / 64));
  return Array.from({ length: count }, (_, index) => BigInt(`0x${data.slice(2 + index * 64, 66 + index * 64)}`));
}
