import { createHash } from "node:crypto";
import { checkRow, isListed, listDeployed, listParts, readCodes } from "@portico/protocols";
import type { CatalogueRow, ChainReading, Deployed } from "@portico/protocols";
import { findChainState, listProtocolChecks, writeProtocolChecks } from "@portico/store";
import type { ProtocolCheck } from "@portico/store";
import pLimit from "p-limit";
import { runRounds } from "../runRounds.ts";
import type { ProtocolsJob } from "./protocolsJob.ts";

const POLL_MS = 60_000;
/** Rows that don't respond are checked again: their contracts may be deployed, or respond, later. */
const RECHECK_MS = 6 * 3_600_000;
const ROWS_AT_ONCE = 8;
const PROTOCOLS_PER_BLOCK = 32;

/**
 * Checks, in a side job until the signal aborts, which protocols of the catalogue respond on the chain: only these are
 * identified, read and listed. Each is checked once, and again when its rows change; those that don't respond, every six
 * hours. Rows that add to an adapter are checked, too: they are reported, and the adapter is read all the same.
 */
export async function syncCatalogue(job: ProtocolsJob): Promise<void> {
  const recheckedAt = { time: Date.now() };
  const onError = (error: unknown): void =>
    job.log.warn({ err: error }, "checking the contracts of protocols failed; retrying");
  await runRounds({ signal: job.signal, pauseMs: job.pollMs ?? POLL_MS, onError }, async () => {
    const isRecheck = Date.now() - recheckedAt.time >= RECHECK_MS;
    if (isRecheck) recheckedAt.time = Date.now();
    await checkCatalogue(job, isRecheck);
    return "rest";
  });
}

/**
 * One round: all protocols that are not checked yet. Skipped before the chain is synced. One that the node fails at is
 * checked in a later round, and keeps no other waiting.
 * @throws the node's first error, after the other protocols were stored.
 */
export async function checkCatalogue(job: ProtocolsJob, isRecheck = false): Promise<void> {
  const { db, chain, rpc, signal, deployed = listDeployed(chain.slug) } = job;
  const known = await listProtocolChecks(db, chain.slug);
  const due = deployed
    .filter((one) => listRowsOf(one).length > 0)
    .filter((one) => {
      const check = known.get(one.id);
      return check?.version !== getRowsVersion(one) || (isRecheck && check.deadReason !== null);
    });
  const results: PromiseSettledResult<ProtocolCheck>[] = [];
  for (let start = 0; start < due.length; start += PROTOCOLS_PER_BLOCK) {
    const head = (await findChainState(db, chain.slug))?.balances; // nodes forget the state of old blocks
    if (head === undefined || signal.aborted) return;
    const reading = { rpc, chain, block: head, memory: new Map() };
    const limit = pLimit(ROWS_AT_ONCE);
    const some = due.slice(start, start + PROTOCOLS_PER_BLOCK);
    const codes = await readCodes(reading, some.flatMap(listRowsOf)).catch(() => undefined); // then each reads its own
    const checks = some.map((one) => checkProtocol(reading, one, { limit, signal, codes }));
    results.push(...(await Promise.allSettled(checks)));
    if (results.every(({ status }) => status === "rejected")) break; // there is no node
  }
  if (signal.aborted) return;
  const checks = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  await writeProtocolChecks(db, chain.slug, checks);
  const dead = checks.filter(({ deadReason }) => deadReason !== null);
  if (dead.length > 0)
    job.log.info({ checked: checks.length, dead: dead.length }, "some protocols of the catalogue don't respond");
  const failed = results.find((result) => result.status === "rejected");
  if (failed !== undefined) throw failed.reason;
}

/** Of these protocols, those that are not listed, and those that were checked and respond. */
export async function listResponding(job: ProtocolsJob): Promise<Deployed[]> {
  const { db, chain, deployed } = job;
  if (deployed !== undefined) return [...deployed];
  const checks = await listProtocolChecks(db, chain.slug);
  return listDeployed(chain.slug).filter((one) => !isListed(one) || checks.get(one.id)?.deadReason === null);
}

type Codes = Awaited<ReturnType<typeof readCodes>> | undefined;

/** One of its rows must respond. */
async function checkProtocol(
  reading: ChainReading,
  one: Deployed,
  { limit, signal, codes }: { limit: ReturnType<typeof pLimit>; signal: AbortSignal; codes: Codes },
): Promise<ProtocolCheck> {
  const failures = await Promise.all(
    listRowsOf(one).map((row) => limit(async () => (signal.aborted ? undefined : await checkRow(reading, row, codes)))),
  );
  const isDead = failures.every((failure) => failure !== undefined);
  return { id: one.id, version: getRowsVersion(one), deadReason: isDead ? (failures[0] ?? null) : null };
}

const listRowsOf = (one: Deployed): CatalogueRow[] => [
  ...new Set(listParts(one).flatMap(({ row }) => (row === undefined ? [] : [row]))),
];

/** Version of the format of checks: it changes if a family's check does. */
const CHECK_FORMAT = 2;

const versions = new WeakMap<Deployed, string>();

function getRowsVersion(one: Deployed): string {
  const version = versions.get(one) ?? hashRows(one);
  versions.set(one, version);
  return version;
}

const hashRows = (one: Deployed): string =>
  createHash("sha256")
    .update(
      JSON.stringify([
        CHECK_FORMAT,
        listRowsOf(one).map(({ family, addresses, variant }) => [family, addresses, variant]),
      ]),
    )
    .digest("hex")
    .slice(0, 16);
