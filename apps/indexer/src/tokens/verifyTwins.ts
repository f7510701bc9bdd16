import { readBalances, readTotalSupplies } from "@portico/evm";
import {
  activateTwin,
  findChainState,
  holdChain,
  inTransaction,
  listSharedHolders,
  listTwinCandidates,
  refuseTwin,
} from "@portico/store";
import type { BlockRef, TokenTwin, TwinCandidate } from "@portico/store";
import { runRounds } from "../runRounds.ts";
import type { SideWork } from "../sideWork.ts";

const POLL_MS = 10_000;
const MIN_SIGHTINGS = 3;
const HOLDERS = 3;

/**
 * Finds, in a side job until the signal aborts, tokens that keep one ledger: contracts that logged the same movements
 * several times, and report, at one block, the same supply and the same balances of three holders, none of them zero.
 */
export async function verifyTwins(work: SideWork, pollMs = POLL_MS): Promise<void> {
  const onError = (error: unknown): void => work.log.warn({ err: error }, "verifying twin tokens failed; retrying");
  await runRounds({ signal: work.signal, pauseMs: pollMs, onError }, async () => {
    await verifyCandidates(work);
    return "rest";
  });
}

/** One round. Skipped before the chain is synced. */
export async function verifyCandidates(work: SideWork): Promise<void> {
  const { db, chain, signal } = work;
  for (const candidate of await listTwinCandidates(db, chain.slug, MIN_SIGHTINGS)) {
    const head = (await findChainState(db, chain.slug))?.balances;
    if (head === undefined || signal.aborted) return;
    const isOne = await keepOneLedger(work, candidate, head);
    const pair = orient(candidate);
    if (isOne === undefined || (isOne && pair === undefined)) continue;
    await inTransaction(db, async (tx) => {
      if (!(await holdChain(tx, chain.slug, head))) return;
      if (!isOne) await refuseTwin(tx, chain.slug, candidate);
      else if (pair !== undefined) await activateTwin(tx, chain.slug, { ...pair, blockNumber: head.blockNumber });
    });
  }
}

/**
 * Which one is left out. Anybody can deploy a token that repeats another's balances and movements, so a listed token
 * counts rather than an unlisted one, and of two unlisted ones the older; of two listed ones the one that logs first.
 * @returns undefined while it is unknown which one is older.
 */
function orient({ token, twin, isVerified, timeAt }: TwinCandidate): TokenTwin | undefined {
  const [asLogged, reversed] = [
    { token, twin },
    { token: twin, twin: token },
  ];
  if (isVerified[1]) return asLogged;
  if (isVerified[0]) return reversed;
  const [ofToken, ofTwin] = timeAt;
  if (ofToken === null || ofTwin === null) return undefined;
  return ofToken < ofTwin ? reversed : asLogged;
}

/** @returns undefined if there aren't enough holders yet. */
async function keepOneLedger(
  { db, chain, rpc }: SideWork,
  { token, twin }: TokenTwin,
  { blockNumber, hash }: BlockRef,
): Promise<boolean | undefined> {
  const holders = await listSharedHolders(db, chain.slug, { token, twin }, HOLDERS);
  if (holders.length < HOLDERS) return undefined;
  const pairs = [token, twin].flatMap((one) => holders.map((owner) => ({ owner, token: one })));
  const [supplies, balances] = await Promise.all([
    readTotalSupplies(rpc, [token, twin], { blockNumber, hash }),
    readBalances(rpc, pairs, { blockNumber, hash }),
  ]);
  const [first, second] = [
    [supplies[0], ...balances.slice(0, HOLDERS)],
    [supplies[1], ...balances.slice(HOLDERS)],
  ];
  return first.every((amount, index) => typeof amount === "bigint" && amount > 0n && amount === second[index]);
}
