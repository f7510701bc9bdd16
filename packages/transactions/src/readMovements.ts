import { getPermit2, NATIVE_TOKEN, topics, ZERO_ADDRESS } from "@portico/evm";
import type { Address, Chain, Hex } from "@portico/evm";
import { parseAbiParameters } from "viem";
import { decodeArguments } from "./decodeArguments.ts";
import type { Movement } from "./movement.ts";

export interface MovementLog {
  address: Address;
  topics: readonly Hex[];
  data: Hex;
}

export type MovementChain = Pick<Chain, "id" | "nativeErc20" | "wrappedToken">;

/**
 * What logs say changed hands or was allowed, in their order. A log that only shares the topic says nothing. Transfers of
 * `nativeErc20` are left out: traces tell them, in the coin's own decimals.
 */
export const readMovements = (chain: MovementChain, logs: readonly MovementLog[]): Movement[] =>
  logs.flatMap((log) => {
    const [topic, ...words] = log.topics;
    const read = readers.get(topic ?? "");
    if (read === undefined) return [];
    const address: Address = `0x${log.address.slice(2).toLowerCase()}`;
    return read({ chain, address, words, data: log.data });
  });

interface Event {
  chain: MovementChain;
  /** Who emits it. */
  address: Address;
  /** The indexed arguments. */
  words: readonly Hex[];
  data: Hex;
}

type EventReader = (event: Event) => Movement[];

const readers = new Map<string, EventReader>([
  [topics.transfer, readTransfer],
  [topics.transferSingle, readTransferSingle],
  [topics.transferBatch, readTransferBatch],
  [topics.wrappedDeposit, (event) => readWrap(event, true)],
  [topics.wrappedWithdrawal, (event) => readWrap(event, false)],
  [topics.approval, readApproval],
  [topics.approvalForAll, readApprovalForAll],
  [topics.permit2Approval, readPermit2Approval],
  [topics.permit2Permit, readPermit2Approval], // begins alike
  [topics.permit2Lockdown, readLockdown],
]);

/** Of ERC-20 with two indexed arguments and an amount, of ERC-721 with three, of CryptoKitties and their like with none. */
function readTransfer({ chain, address, words, data }: Event): Movement[] {
  const isUnindexed = words.length === 0 && data.length === 2 + 3 * 64;
  const [first, second, third] = isUnindexed ? [0, 1, 2].map((index) => wordAt(data, index)) : words;
  const [from, to] = [toAddress(first), toAddress(second)];
  if (from === undefined || to === undefined) return [];
  if (third !== undefined) {
    return [{ kind: "nft", contract: address, tokenId: BigInt(third), isErc1155: false, from, to, rawAmount: 1n }];
  }
  const amount = wordAt(data, 0);
  if (amount === undefined || address === chain.nativeErc20) return [];
  return [{ kind: "token", token: address, from, to, rawAmount: BigInt(amount) }];
}

function readTransferSingle({ address, words, data }: Event): Movement[] {
  const [from, to] = [toAddress(words[1]), toAddress(words[2])];
  const [id, value] = [wordAt(data, 0), wordAt(data, 1)];
  if (from === undefined || to === undefined || id === undefined || value === undefined) return [];
  return [{ kind: "nft", contract: address, tokenId: BigInt(id), isErc1155: true, from, to, rawAmount: BigInt(value) }];
}

const batch = parseAbiParameters("uint256[] ids, uint256[] values");

function readTransferBatch({ address, words, data }: Event): Movement[] {
  const [from, to] = [toAddress(words[1]), toAddress(words[2])];
  const [ids, values] = (decodeArguments(batch, data) ?? []) as [bigint[]?, bigint[]?];
  if (from === undefined || to === undefined || ids?.length !== values?.length) return [];
  const shared = { kind: "nft", contract: address, isErc1155: true, from, to } as const;
  return (ids ?? []).map((tokenId, index) => ({ ...shared, tokenId, rawAmount: values?.[index] ?? 0n }));
}

/** The wrapped coin tells wraps and unwraps by these and emits no Transfer. */
function readWrap({ chain, address, words, data }: Event, isDeposit: boolean): Movement[] {
  const [owner, amount] = [toAddress(words[0]), wordAt(data, 0)];
  if (address !== chain.wrappedToken || words.length > 1 || owner === undefined || amount === undefined) return [];
  const [from, to] = isDeposit ? [ZERO_ADDRESS, owner] : [owner, ZERO_ADDRESS];
  return [{ kind: "token", token: address, from, to, rawAmount: BigInt(amount) }];
}

function readApproval({ chain, address, words, data }: Event): Movement[] {
  const [owner, spender, third] = [toAddress(words[0]), toAddress(words[1]), words[2]];
  if (owner === undefined || owner === ZERO_ADDRESS || spender === undefined) return [];
  if (third !== undefined) return [{ kind: "nft_approval", contract: address, tokenId: BigInt(third), owner, spender }];
  const amount = wordAt(data, 0);
  if (amount === undefined) return [];
  const token = toToken(chain, address);
  return [{ kind: "approval", token, owner, spender, rawAmount: BigInt(amount), isPermit2: false }];
}

function readApprovalForAll({ address, words, data }: Event): Movement[] {
  const [owner, spender, approved] = [toAddress(words[0]), toAddress(words[1]), wordAt(data, 0)];
  if (words.length > 2 || owner === undefined || owner === ZERO_ADDRESS || spender === undefined) return [];
  if (approved === undefined) return [];
  return [{ kind: "collection_approval", contract: address, owner, spender, isApproved: BigInt(approved) !== 0n }];
}

function readPermit2Approval({ chain, address, words, data }: Event): Movement[] {
  const [owner, token, spender] = words.map(toAddress);
  const amount = wordAt(data, 0);
  if (address !== getPermit2(chain.id) || words.length !== 3 || amount === undefined) return [];
  if (owner === undefined || token === undefined || spender === undefined) return [];
  const rawAmount = BigInt(amount);
  return [{ kind: "approval", token: toToken(chain, token), owner, spender, rawAmount, isPermit2: true }];
}

function readLockdown({ chain, address, words, data }: Event): Movement[] {
  const [owner, token, spender] = [words[0], wordAt(data, 0), wordAt(data, 1)].map(toAddress);
  if (address !== getPermit2(chain.id) || words.length > 1) return [];
  if (owner === undefined || token === undefined || spender === undefined) return [];
  return [{ kind: "approval", token: toToken(chain, token), owner, spender, rawAmount: 0n, isPermit2: true }];
}

const toToken = ({ nativeErc20 }: MovementChain, contract: Address): Address =>
  contract === nativeErc20 ? NATIVE_TOKEN : contract;

/** undefined when the word can't be an address: another kind of event may share the topic. */
const toAddress = (word: Hex | undefined): Address | undefined =>
  word !== undefined && /^0x0{24}[0-9a-f]{40}$/i.test(word) ? `0x${word.slice(26).toLowerCase()}` : undefined;

function wordAt(data: Hex, index: number): Hex | undefined {
  const start = 2 + 64 * index;
  return data.length < start + 64 ? undefined : `0x${data.slice(start, start + 64)}`;
}
