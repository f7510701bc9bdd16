import { NATIVE_TOKEN, topics, ZERO_ADDRESS } from "@portico/evm";
import type { Address, Chain, Hash } from "@portico/evm";
import type { Leg } from "@portico/store";
import type { RpcLog } from "viem";
import type { PairSet } from "./pairSet.ts";

/** The events that say who touched what. */
export const TOUCHING_TOPICS = [
  topics.transfer,
  topics.wrappedDeposit,
  topics.wrappedWithdrawal,
  topics.logRebase,
] as const;

/** What logs change. */
export interface LogChanges {
  legs: Leg[];
  /** Whose balance of what must be read. */
  pairs: PairSet;
  /** Tokens whose holders' balances all moved. */
  rebased: Set<Address>;
}

/** Where a log stands, as its legs repeat it. */
interface Place {
  blockNumber: bigint;
  timeAt: number;
  logIndex: number;
  txHash: Hash;
}

/** Reads a log as the transfer that it tells of, if it does, and adds what it changes. */
export function decodeLog(chain: Chain, log: RpcLog, timeAt: number, changes: LogChanges): void {
  const [topic] = log.topics;
  if (topic === topics.logRebase) changes.rebased.add(toLowerCase(log.address));
  const transfer = findTransfer(chain, log);
  if (transfer === undefined || log.blockNumber === null || log.transactionHash === null) return;
  const place: Place = {
    blockNumber: BigInt(log.blockNumber),
    timeAt,
    logIndex: Number(log.logIndex),
    txHash: log.transactionHash,
  };
  addTransfer(transfer, place, changes);
  if (topic !== topics.transfer) addNative(chain, transfer, changes);
}

/** Wrapping moves the native coin the other way, between the owner and the wrapping contract. */
function addNative({ wrappedToken }: Chain, { from, to }: Transfer, { pairs }: LogChanges): void {
  pairs.add(from === ZERO_ADDRESS ? to : from, NATIVE_TOKEN);
  if (wrappedToken !== null) pairs.add(wrappedToken, NATIVE_TOKEN);
}

interface Transfer {
  token: Address;
  from: Address;
  to: Address;
  rawAmount: bigint;
}

/** ERC-20's Transfer, and what the wrapped native token emits instead of it. */
function findTransfer({ wrappedToken, nativeErc20 }: Chain, log: RpcLog): Transfer | undefined {
  const { topics: found, data } = log;
  const address = toLowerCase(log.address);
  const [topic, first, second] = found;
  if (first === undefined || data.length < 66 || !isAddressWord(first)) return undefined;
  const rawAmount = BigInt(data.slice(0, 66));
  const token = address === nativeErc20 ? NATIVE_TOKEN : address;
  const from = toAddress(first);
  if (topic === topics.transfer && found.length === 3 && second !== undefined && isAddressWord(second)) {
    return { token, from, to: toAddress(second), rawAmount };
  }
  if (address !== wrappedToken || found.length !== 2) return undefined;
  if (topic === topics.wrappedDeposit) return { token, from: ZERO_ADDRESS, to: from, rawAmount };
  if (topic === topics.wrappedWithdrawal) return { token, from, to: ZERO_ADDRESS, rawAmount };
  return undefined;
}

const isAddressWord = (word: string): boolean => word.startsWith("0x000000000000000000000000");
const toAddress = (word: string): Address => `0x${word.slice(26).toLowerCase()}`;
const toLowerCase = (address: Address): Address => `0x${address.slice(2).toLowerCase()}`;

/** The zero address has no legs: it would own one side of every mint and burn. What is sent to it is read, though. */
function addTransfer({ token, from, to, rawAmount }: Transfer, place: Place, { legs, pairs }: LogChanges): void {
  if (from !== ZERO_ADDRESS) pairs.add(from, token);
  pairs.add(to, token);
  if (token === NATIVE_TOKEN) return; // an ERC-20 view of it: its amounts may have other decimals than the coin
  if (from !== ZERO_ADDRESS) legs.push({ ...place, owner: from, isInbound: false, token, counterparty: to, rawAmount });
  if (to !== ZERO_ADDRESS) legs.push({ ...place, owner: to, isInbound: true, token, counterparty: from, rawAmount });
}
