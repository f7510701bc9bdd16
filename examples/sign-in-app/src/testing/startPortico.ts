import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** The run.json of `pnpm start`. */
export interface Run {
  readonly apiUrl: string;
  readonly connectUrl: string;
  readonly accessKey: string;
  readonly demoOwner: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
}

export interface Portico {
  readonly run: Run;
  readonly stop: () => Promise<void>;
}

const ROOT = join(import.meta.dirname, "../../../..");

/** `pnpm start` on free ports, with its own state folder; ready when this resolves. */
export async function startPortico(): Promise<Portico> {
  const state = mkdtempSync(join(tmpdir(), "portico-sign-in-app-"));
  const ports = await Promise.all(
    ["API", "CONNECT", "DASHBOARD", "DOCS", "MOCK", "EXPLORER"].map(async (app) => [
      `PORTICO_${app}_PORT`,
      String(await findPort()),
    ]),
  );
  const env = { ...process.env, DATABASE_URL: "", PORTICO_STATE_DIR: state, ...Object.fromEntries(ports) };
  const child = spawn("pnpm", ["start"], { cwd: ROOT, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  const stop = async () => {
    await end(child);
    rmSync(state, { recursive: true, force: true });
  };
  try {
    return { run: await untilReady(child, join(state, "run.json")), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Runs a program of this repository until it prints its URL; the result stops it. */
export async function startProgram(file: string, env: Record<string, string>): Promise<() => Promise<void>> {
  const own = { PATH: process.env["PATH"] ?? "", ...env };
  const child = spawn(process.execPath, [join(ROOT, file)], { env: own, detached: true });
  const errors = readAll(child);
  const output = await Promise.race([
    once(child.stdout, "data").then(() => true),
    once(child, "close").then(() => false),
  ]);
  if (!output) throw new Error(`${file} ended: ${errors()}`);
  return () => end(child);
}

async function untilReady(child: ChildProcess, file: string): Promise<Run> {
  const output = readAll(child);
  while (!existsSync(file)) {
    if (child.exitCode !== null) throw new Error(`pnpm start ended:\n${output()}`);
    await sleep(200);
  }
  return JSON.parse(readFileSync(file, "utf8")) as Run;
}

function readAll({ stdout, stderr }: ChildProcess): () => string {
  let text = "";
  for (const stream of [stdout, stderr]) stream?.on("data", (chunk: Buffer) => (text += chunk.toString()));
  return () => text;
}

/** Ctrl-C: the terminal signals the whole group. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return;
  const exited = once(child, "exit");
  process.kill(-child.pid, "SIGINT");
  await exited;
}

async function findPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
