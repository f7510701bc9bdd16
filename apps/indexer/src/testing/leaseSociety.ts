import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { readLeases } from "@portico/store";
import type { Store } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import { sql } from "kysely";

const WORKER = fileURLToPath(new URL("leaseWorker.ts", import.meta.url));

export interface JournalLine {
  name: string;
  line: number;
  term: bigint;
  holder: string;
}

/** Processes that share leases, and their journal entries. */
export interface LeaseSociety {
  db: Store;
  add(): ChildProcess;
  members(): ChildProcess[];
  /** Kills one immediately. */
  kill(member: ChildProcess): Promise<void>;
  /** Resolves when a living member writes in every name, and none has more than its share. */
  untilWorking(): Promise<void>;
  readJournal(): Promise<JournalLine[]>;
  /** Output of members, which indicates two writers. */
  complaints(): string;
  /** Stops them cleanly. */
  stop(): Promise<void>;
  drop(): Promise<void>;
}

export async function createLeaseSociety(names: readonly string[]): Promise<LeaseSociety> {
  const { db, url, drop } = await createTestDatabase();
  await sql`create table journal (name text, line integer, term bigint, holder text, primary key (name, line))`.execute(
    db,
  );
  const members = new Set<ChildProcess>();
  let printed = "";
  const end = async (member: ChildProcess, signal: "SIGKILL" | "SIGTERM"): Promise<void> => {
    const ended = once(member, "exit");
    member.kill(signal);
    await ended;
    members.delete(member);
  };
  const readJournal = async () => (await sql<JournalLine>`select * from journal order by name, line`.execute(db)).rows;
  return {
    db,
    readJournal,
    add() {
      const env = { ...process.env, DATABASE_URL: url };
      const member = spawn(process.execPath, [WORKER, names.join(",")], { env, stdio: ["ignore", "pipe", "inherit"] });
      member.stdout.on("data", (chunk: Buffer) => (printed += chunk.toString()));
      members.add(member);
      return member;
    },
    members: () => [...members],
    kill: (member) => end(member, "SIGKILL"),
    async untilWorking() {
      const before = Map.groupBy(await readJournal(), ({ name }) => name);
      for (;;) {
        await sleep(20);
        const pids = new Set([...members].map(({ pid }) => String(pid)));
        const { processes, holders } = await readLeases(db);
        const isAlive = (holder: string | undefined) => pids.has(holder?.split("/")[1] ?? "");
        const loads = processes.map(({ id }) => [...holders.values()].filter((holder) => holder === id).length);
        if (processes.length !== pids.size || !processes.every(({ id }) => isAlive(id))) continue;
        if (Math.max(...loads) - Math.min(...loads) > 1 || holders.size < names.length) continue;
        const after = Map.groupBy(await readJournal(), ({ name }) => name);
        const isWorking = (name: string): boolean => {
          const lines = after.get(name) ?? [];
          return lines.length > (before.get(name)?.length ?? 0) && lines.at(-1)?.holder === holders.get(name);
        };
        if (names.every(isWorking)) return;
      }
    },
    complaints: () => printed,
    stop: async () => void (await Promise.all([...members].map((member) => end(member, "SIGTERM")))),
    async drop() {
      await Promise.all([...members].map((member) => end(member, "SIGKILL")));
      await drop();
    },
  };
}

/**
 * Of three members one is killed, and another stopped until its leases are taken over and then resumed; repeated this
 * many times.
 */
export async function disturb(society: LeaseSociety, rounds: number): Promise<void> {
  for (let n = 0; n < 3; n++) society.add();
  await society.untilWorking();
  for (let round = 0; round < rounds; round++) {
    await sleep(Math.random() * 30);
    await society.kill(pick(society.members()));
    await society.untilWorking();
    const frozen = pick(society.members());
    frozen.kill("SIGSTOP");
    while ((await readLeases(society.db)).processes.length > 1) await sleep(20);
    await sleep(Math.random() * 300);
    frozen.kill("SIGCONT");
    society.add();
    await society.untilWorking();
  }
  await society.stop();
}

const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!;

/** Lines that a holder wrote after another one had taken over. */
export function listLateLines(journal: readonly JournalLine[]): JournalLine[] {
  return journal.filter((line, at) => {
    const before = journal[at - 1];
    if (before?.name !== line.name) return false;
    return before.term > line.term || (before.term === line.term && before.holder !== line.holder);
  });
}

/** Names whose lines are not 1, 2, 3 … */
export function listGaps(journal: readonly JournalLine[]): string[] {
  return [...Map.groupBy(journal, ({ name }) => name)].flatMap(([name, lines]) =>
    lines.every(({ line }, at) => line === at + 1) ? [] : [name],
  );
}
