import { coinRulesOf, equalBytes, topics } from "@portico/evm";
import type { Address, Chain, Hex } from "@portico/evm";
import type { BlockLogs } from "../source/blockLogs.ts";
import { LogPart, toAddressView } from "../source/logBatch.ts";
import type { LogBatch } from "../source/logBatch.ts";
import { readAddedReceiver, readLogTransfer, readMirrorMint, readMirrorTransfer } from "./coinEvents.ts";
import type { CoinCredit, CoinMove } from "./coinEvents.ts";

export interface CoinLogs {
  /** Movements, in order. */
  moves: readonly CoinMove[];
  /** Whether these are all movements, those of transactions' values and of traces included. */
  isComplete: boolean;
  /** Wei that accounts paid as fees, less refunds, by transaction; only of chains that log it. */
  fees: ReadonlyMap<number, ReadonlyMap<Address, bigint>>;
  /** Coins that a bridge created. */
  credits: readonly CoinCredit[];
}

const NONE: CoinLogs = { moves: [], isComplete: false, fees: new Map(), credits: [] };

/** First topics of these logs that decodeLogs has no decoder for. */
export const listCoinTopics = (chain: string): Hex[] => {
  const { mirror, bridgeCredits } = coinRulesOf(chain);
  return [
    ...(mirror === "polygon" ? [topics.logTransfer] : []),
    ...(mirror === "complete" ? [topics.mint] : []),
    ...(bridgeCredits === null ? [] : [topics.addedReceiver]),
  ];
};

const READERS = {
  partial: readMirrorTransfer,
  complete: (batch: LogBatch, log: number) => readMirrorTransfer(batch, log) ?? readMirrorMint(batch, log),
  polygon: readLogTransfer,
};

/** Reads what a block's logs report about the native coin, by the chain's rules. */
export function readCoinLogs(chain: Chain, { batch, picks }: BlockLogs): CoinLogs {
  const { mirror, bridgeCredits } = coinRulesOf(chain.slug);
  if (mirror === null && bridgeCredits === null) return NONE;
  const [mirrorView, creditView] = [toAddressView(chain.nativeErc20), toAddressView(bridgeCredits)];
  const moves: CoinMove[] = [];
  const credits: CoinCredit[] = [];
  for (const pick of picks) {
    if (mirror !== null && isOf(mirrorView, batch, pick)) {
      const move = READERS[mirror](batch, pick);
      if (move !== undefined) moves.push(move);
    } else if (isOf(creditView, batch, pick)) {
      const credit = readAddedReceiver(batch, pick);
      if (credit !== undefined) credits.push(credit);
    }
  }
  return mirror === "complete" ? { ...splitFees(moves), isComplete: true, credits } : { ...NONE, moves, credits };
}

const ADDRESS = 20;
const isOf = (contract: DataView | undefined, { view, starts }: LogBatch, log: number): boolean =>
  contract !== undefined && equalBytes(view, starts[log]! + LogPart.address, contract, 0, ADDRESS);

/** ZK stack: the account that fees are paid to, and refunded from. */
const BOOTLOADER: Address = "0x0000000000000000000000000000000000008001";

/** A refund to an account that paid nothing is a movement. */
function splitFees(all: readonly CoinMove[]): Pick<CoinLogs, "fees" | "moves"> {
  const fees = new Map<number, Map<Address, bigint>>();
  const moves: CoinMove[] = [];
  for (const move of all) {
    const { txIndex, from, to, rawAmount } = move;
    const paid = fees.get(txIndex) ?? new Map<Address, bigint>();
    const refunded = paid.get(to);
    if (to === BOOTLOADER) fees.set(txIndex, paid.set(from, (paid.get(from) ?? 0n) + rawAmount));
    else if (from === BOOTLOADER && refunded !== undefined) paid.set(to, refunded - rawAmount);
    else moves.push(move);
  }
  return { fees, moves };
}
