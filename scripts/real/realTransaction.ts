import { createReadStream, existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";
import type { RecordedTransaction } from "@portico/indexer/testing/storeRecorded";

/** A mined transaction of a public chain and what really happened; the latter never reaches the service. */
export interface RealTransaction extends RecordedTransaction {
  /** By watched owner: what it gained or lost, without the sender's fee; assets are `native`, a token, or `token/id`. */
  net: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Of the sender, wei; absent: unknown. */
  fee?: string;
  /** What the recording doesn't have. */
  lacks?: string;
  /** By watched owner: what kind of thing it was, and with whom. */
  meaning?: Readonly<Record<string, { kind: string; protocols: readonly string[] }>>;
}

/**
 * Reads a file of one transaction per line, in JSON; gzip if its name ends in .gz.
 * @throws Error if there is no such file, or a line is not a transaction with `chain`, `tx`, `receipt` and `net`.
 */
export async function readRealTransactions(path: string): Promise<RealTransaction[]> {
  if (!existsSync(path)) throw new Error(`REAL_TRANSACTIONS: there is no file ${path}`);
  const file = createReadStream(path);
  const lines = createInterface({ input: path.endsWith(".gz") ? file.pipe(createGunzip()) : file });
  const transactions: RealTransaction[] = [];
  let number = 0;
  for await (const line of lines) {
    number++;
    if (line.trim() !== "") transactions.push(parse(line, `${path}, line ${number}`));
  }
  return transactions;
}

function parse(line: string, where: string): RealTransaction {
  let value: Partial<RealTransaction>;
  try {
    value = JSON.parse(line) as Partial<RealTransaction>;
  } catch (error) {
    throw new Error(`${where} is not JSON`, { cause: error });
  }
  for (const name of ["chain", "time", "tx", "receipt", "net"] as const) {
    if (value[name] === undefined) throw new Error(`${where} has no ${name}`);
  }
  return { internal: null, ...value } as RealTransaction;
}
