import { equalBytes, topics } from "@portico/evm";
import type { ByteTable, Chain } from "@portico/evm";
import type { TokenLog } from "@portico/store";
import { toEventSelector } from "viem";
import { LogPart, NO_HASH, toHashView } from "../source/logBatch.ts";
import type { LogBatch } from "../source/logBatch.ts";
import type { SourceBlock } from "../source/sourceBlock.ts";
import { createTopicSet } from "../source/topicSet.ts";
import { eventsWithoutBalances } from "./eventsWithoutBalances.ts";
import { hasNearbyTransfer } from "./nearbyTransfer.ts";

/** Maximum number of owners per token and block whose balances are read because of such logs. */
export const MAX_NAMED_OWNERS = 32;

const WORD = 32;
const ADDRESS = 20;
/** Zero bytes before an address in a word. */
const PADDING = WORD - ADDRESS;
const TRANSFER = toHashView(topics.transfer);

/** Events whose effects on balances are known: none, or those of legs. Swap names users of a pair, whose shares stay. */
const KNOWN = createTopicSet([
  ...eventsWithoutBalances,
  toEventSelector("Swap(address,uint256,uint256,uint256,uint256,address)"),
]);
const WRAPS = createTopicSet([topics.wrappedDeposit, topics.wrappedWithdrawal]);

/**
 * Logs of these tokens that name an owner in a topic, whatever the event, except where the owner's Transfer is beside
 * it: its balance may have changed without a Transfer. For each owner and transaction once. Where more than
 * MAX_NAMED_OWNERS are named, the token names itself in addition.
 */
export function findTokenLogs(chain: Chain, block: SourceBlock, tokens: ByteTable): TokenLog[] {
  const { batch, picks, isComplete = false } = block.logs;
  const found: FoundLogs = { block, logs: new Map(), owners: new Map() };
  const count = isComplete ? batch.count : picks.length;
  for (let at = 0; at < count; at++) {
    const log = isComplete ? at : picks[at]!;
    if (batch.topicCounts[log]! < 2) continue;
    const start = batch.starts[log]!;
    if (equalBytes(batch.view, start + LogPart.topics, TRANSFER, 0, WORD)) continue;
    if (tokens.has(batch.view, start + LogPart.address)) addOwners(chain, batch, log, found);
  }
  return [...found.logs.values()];
}

interface FoundLogs {
  block: SourceBlock;
  /** By owner, token and transaction. */
  logs: Map<string, TokenLog>;
  /** By token. */
  owners: Map<string, Set<string>>;
}

function addOwners(chain: Chain, batch: LogBatch, log: number, found: FoundLogs): void {
  if (KNOWN.find(batch, log) !== undefined) return;
  const start = batch.starts[log]!;
  const token = addressAt(batch, start + LogPart.address);
  if (token === chain.nativeErc20 || (token === chain.wrappedToken && WRAPS.find(batch, log) !== undefined)) return;
  for (let topic = 1; topic < batch.topicCounts[log]!; topic++) {
    const at = start + LogPart.topics + WORD * topic;
    if (isAddressWord(batch, at) && !hasTransfer(batch, log, at)) addOwner(batch, log, { found, token, at });
  }
}

interface Named {
  found: FoundLogs;
  token: TokenLog["token"];
  /** Start of the word with the owner. */
  at: number;
}

function addOwner(batch: LogBatch, log: number, { found, token, at }: Named): void {
  let owners = found.owners.get(token);
  if (owners === undefined) found.owners.set(token, (owners = new Set()));
  const named = addressAt(batch, at + PADDING);
  const owner = owners.has(named) || owners.size < MAX_NAMED_OWNERS ? named : token;
  owners.add(owner);
  const txIndex = batch.txIndexes[log]!;
  const key = `${owner} ${token} ${txIndex}`;
  if (found.logs.has(key)) return;
  const { blockNumber, timeAt } = found.block;
  const start = batch.starts[log]! + LogPart.txHash;
  const txHash = `0x${batch.bytes.toString("hex", start, start + WORD)}` as const;
  found.logs.set(key, { owner, token, blockNumber, timeAt, txIndex, logIndex: batch.logIndexes[log]!, txHash });
}

const addressAt = ({ bytes }: LogBatch, at: number): `0x${string}` => `0x${bytes.toString("hex", at, at + ADDRESS)}`;

/** A number below 2^96 is taken for a number: no known address begins with eight zero bytes. */
function isAddressWord({ view }: LogBatch, at: number): boolean {
  return equalBytes(view, at, NO_HASH, 0, PADDING) && (view.getInt32(at + PADDING) | view.getInt32(at + 16)) !== 0;
}

/** Whether a Transfer of the token from or to the named owner is near the log. */
const hasTransfer = (batch: LogBatch, log: number, ownerAt: number): boolean =>
  hasNearbyTransfer(
    batch,
    log,
    (from, to) =>
      equalBytes(batch.view, from, batch.view, ownerAt, WORD) || equalBytes(batch.view, to, batch.view, ownerAt, WORD),
  );
