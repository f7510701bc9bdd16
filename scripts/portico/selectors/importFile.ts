import { importFunctionSignatures } from "@portico/store";
import type { FunctionSignature, Store } from "@portico/store";
import { formatCount } from "../renderTable.ts";
import { readEntries } from "./readEntries.ts";

/** Signatures per statement: a few megabytes at most. */
const BATCH = 10_000;
const PROGRESS_BATCHES = 10;
/** Further ones are only counted. */
const REFUSALS_SHOWN = 20;

export interface Imported {
  /** Number of signatures read. */
  read: number;
  /** Of these, the number not stored before. */
  new: number;
  refused: number;
  /** Location and reason: the first ones. */
  refusals: string[];
}

export interface ImportOptions {
  /** A file or a folder. */
  path: string;
  source: string;
  /** Receives a progress line every tenth batch. */
  report: (line: string) => void;
  batchSize?: number;
}

/** Imports a file or folder of any size: at most one batch is in memory. */
export async function importFile(
  db: Store,
  { path, source, report, batchSize = BATCH }: ImportOptions,
): Promise<Imported> {
  const done: Imported = { read: 0, new: 0, refused: 0, refusals: [] };
  let batch: FunctionSignature[] = [];
  const flush = async () => {
    done.read += batch.length;
    done.new += await importFunctionSignatures(db, source, batch);
    const isTenth = batch.length === batchSize && (done.read / batchSize) % PROGRESS_BATCHES === 0;
    if (isTenth) report(`${source}: ${formatCount(done.read)} read, ${formatCount(done.new)} new`);
    batch = [];
  };
  for await (const { found, refusal, location } of readEntries(path)) {
    if (refusal !== undefined) note(done, `${location}: ${refusal}`);
    for (const one of found) {
      batch.push(one);
      if (batch.length === batchSize) await flush();
    }
  }
  await flush();
  return done;
}

function note(done: Imported, line: string): void {
  done.refused++;
  if (done.refusals.length < REFUSALS_SHOWN) done.refusals.push(line);
}
