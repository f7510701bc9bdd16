import { equalBytes, listQuietTokens, topics, ZERO_ADDRESS } from "@portico/evm";
import type { Address, Hex } from "@portico/evm";
import type { RpcLog } from "viem";
import { NO_HASH } from "../source/logBatch.ts";
import type { LogBatch } from "../source/logBatch.ts";
import { isAddressWord, toAddress, toLowerCase, toUint, wordAt } from "./logDecoder.ts";
import { hasNearbyTransfer } from "./nearbyTransfer.ts";
import type { Transfer } from "./transfer.ts";

/** The events of tokens that mint and burn without a Transfer. */
const EVENTS = {
  mint: [topics.mint, topics.burn],
  vault: [topics.vaultDeposit, topics.vaultWithdraw],
  migrate: [topics.migrate],
};

/** Their first topics, on a chain. */
export const listQuietTopics = (chain: string): Hex[] =>
  [...new Set(listQuietTokens(chain).values())].flatMap((logs) => EVENTS[logs]);

/**
 * The mint or burn that a log of such a token reports; undefined for all other logs, and if a Transfer of the
 * transaction reports it as well.
 */
export function readQuietTransfer(chain: string, batch: LogBatch, pick: number, log: RpcLog): Transfer | undefined {
  const tokens = listQuietTokens(chain);
  if (tokens.size === 0) return undefined;
  const token = toLowerCase(log.address);
  const logs = tokens.get(token);
  const [topic, ...indexed] = log.topics;
  if (logs === undefined || !EVENTS[logs].some((event) => event === topic)) return undefined;
  const change = logs === "vault" ? readShares(log, indexed) : readMint(log, indexed);
  if (change === undefined || !isAddressWord(change.ownerWord)) return undefined;
  if (hasTransfer(batch, pick, change.isMint)) return undefined;
  const owner = toAddress(change.ownerWord);
  const [from, to]: [Address, Address] = change.isMint ? [ZERO_ADDRESS, owner] : [owner, ZERO_ADDRESS];
  return { token, from, to, rawAmount: toUint(change.amount) };
}

interface Change {
  ownerWord: Hex;
  amount: string;
  isMint: boolean;
}

/** `Mint(guy, wad)`, `Burn(guy, wad)`, `Migrate(from, to, value)`. */
function readMint({ topics: [topic], data }: RpcLog, [ownerWord]: readonly Hex[]): Change | undefined {
  const amount = wordAt(data, 0);
  if (ownerWord === undefined || amount === undefined) return undefined;
  return { ownerWord, amount, isMint: topic === topics.mint };
}

/** `Deposit(sender, owner, assets, shares)`, `Withdraw(sender, receiver, owner, assets, shares)`. */
function readShares({ topics: [topic], data }: RpcLog, indexed: readonly Hex[]): Change | undefined {
  const isMint = topic === topics.vaultDeposit;
  const ownerWord = indexed[isMint ? 1 : 2];
  const amount = wordAt(data, 1);
  return ownerWord === undefined || amount === undefined ? undefined : { ownerWord, amount, isMint };
}

const WORD = 32;

/** Whether the contract emitted a Transfer from (`isMint`) or to the zero address in the same transaction. */
const hasTransfer = (batch: LogBatch, pick: number, isMint: boolean): boolean =>
  hasNearbyTransfer(
    batch,
    pick,
    (from, to) => equalBytes(batch.view, isMint ? from : to, NO_HASH, 0, WORD),
    batch.count,
  );
