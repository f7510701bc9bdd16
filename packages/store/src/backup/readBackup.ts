import { createHash } from "node:crypto";
import { BackupError } from "./backupError.ts";
import { type BackupHeader, parseHead, parseHeader, type TableHead, type TableSum } from "./backupFormat.ts";
import { BackupReader } from "./backupReader.ts";
import { countLines } from "./writeBackup.ts";

/** Receives the rows of a table, all of them, before the next. */
export type TakeTable = (head: TableHead, rows: AsyncIterable<Buffer>) => Promise<void>;

export interface OpenBackup {
  readonly header: BackupHeader;
  /**
   * Passes on every table. Rows are passed on before they are known to be right: undo what was done with them if it throws.
   * @returns the manifest's tables, when all counts and checksums are right.
   */
  readonly readTables: (take: TakeTable) => Promise<readonly TableSum[]>;
}

/** Opens a backup; only its header is read. @throws BackupError */
export async function openBackup(input: AsyncIterable<Buffer>): Promise<OpenBackup> {
  const reader = new BackupReader(input);
  await reader.readMagic();
  const header = parseHeader(await reader.readLine());
  return { header, readTables: (take) => readTables(reader, take) };
}

async function readTables(reader: BackupReader, take: TakeTable): Promise<readonly TableSum[]> {
  const found: TableSum[] = [];
  for (;;) {
    const sha256 = reader.digest();
    const head = parseHead(await reader.readLine());
    if ("tables" in head) {
      await reader.expectEnd();
      if (JSON.stringify(head.tables) !== JSON.stringify(found)) throw differs(head.tables, found);
      if (head.sha256 !== sha256) throw new BackupError("The backup is damaged: its checksum is wrong");
      return found;
    }
    found.push(await readTable(reader, head, take));
  }
}

async function readTable(reader: BackupReader, head: TableHead, take: TakeTable): Promise<TableSum> {
  const sum = createHash("sha256");
  let rows = 0;
  const count = async function* () {
    for await (const chunk of reader.readRows()) {
      sum.update(chunk);
      rows += countLines(chunk);
      yield chunk;
    }
  };
  await take(head, count());
  return { table: head.table, rows, sha256: sum.digest("hex") };
}

function differs(manifest: readonly TableSum[], found: readonly TableSum[]): BackupError {
  const wrong = found.find(({ table, rows, sha256 }) => {
    const sum = manifest.find((one) => one.table === table);
    return sum?.rows !== rows || sum.sha256 !== sha256;
  });
  return new BackupError(
    wrong === undefined
      ? "The backup is damaged: it lacks a table of its manifest"
      : `The backup is damaged: the rows of ${wrong.table} are not those of its manifest`,
  );
}
