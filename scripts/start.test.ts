import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPocket } from "@portico/pocket";
import { afterAll, expect, test, vi } from "vitest";

interface RunFile {
  readonly apiUrl: string;
  readonly connectUrl: string;
  readonly docsUrl: string;
  readonly mockUrl: string;
  readonly accessKey: string;
  readonly demoOwner: string;
  readonly databaseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
  readonly chains: Record<string, { rpcUrl: string; chainId: number }>;
}

const state = mkdtempSync(join(tmpdir(), "portico-start-"));
const runFile = join(state, "run.json");
const running = new Set<ChildProcess>();
afterAll(() => {
  for (const child of running) if (child.pid) process.kill(-child.pid, "SIGKILL");
  rmSync(state, { recursive: true, force: true });
});

/** A port that is free now, of those that the system never gives to clients by itself. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}

/** `pnpm start` in a process group of its own, as a terminal would have it. */
async function start(env: Record<string, string> = {}): Promise<{ child: ChildProcess; output: () => string }> {
  const ports = {
    PORTICO_API_PORT: await freePort(),
    PORTICO_CONNECT_PORT: await freePort(),
    PORTICO_DOCS_PORT: await freePort(),
    PORTICO_MOCK_PORT: await freePort(),
  };
  const own = Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)]));
  const child = spawn("pnpm", ["start"], {
    cwd: join(import.meta.dirname, ".."),
    env: { ...process.env, DATABASE_URL: "", PORTICO_STATE_DIR: state, ...own, ...env },
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  return { child, output: () => output };
}

async function untilReady({ child, output }: Awaited<ReturnType<typeof start>>): Promise<RunFile> {
  while (!existsSync(runFile)) {
    if (child.exitCode !== null) throw new Error(`start ended:\n${output()}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return JSON.parse(readFileSync(runFile, "utf8")) as RunFile;
}

/** Ctrl-C: the terminal signals the whole group. */
async function interrupt(child: ChildProcess): Promise<void> {
  const exited = once(child, "exit");
  if (child.pid) process.kill(-child.pid, "SIGINT");
  await exited;
  running.delete(child);
}

const ask = async (run: RunFile, path: string): Promise<unknown> => {
  const response = await fetch(run.apiUrl + path, { headers: { AccessKey: run.accessKey } });
  expect(response.status).toBe(200);
  return await response.json();
};

/** What the sign-in service says to the demo client about a code that it never issued. */
async function exchange({ connectUrl, clientId, clientSecret, redirectUri }: RunFile): Promise<unknown> {
  const body = new URLSearchParams({ grant_type: "authorization_code", code: "none", redirect_uri: redirectUri });
  const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`;
  const response = await fetch(`${connectUrl}/oauth/token`, { method: "POST", body, headers: { authorization } });
  return ((await response.json()) as { error: unknown }).error;
}

const isUp = async (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );

const listUrls = ({ apiUrl, connectUrl, docsUrl, mockUrl, chains }: RunFile): string[] => [
  apiUrl,
  connectUrl,
  docsUrl,
  mockUrl,
  ...Object.values(chains).map(({ rpcUrl }) => rpcUrl),
];

test("start brings all up, Ctrl-C takes all down, a second start goes on where the first stopped, and what it runs ends with it, even when it is killed", async () => {
  const first = await start();
  const run = await untilReady(first);
  const balance = `/v1/user/total_balance?id=${run.demoOwner}`;
  const before = await ask(run, balance);
  expect(before).toMatchObject({
    total_usd_value: expect.any(Number),
    chain_list: [expect.anything(), expect.anything(), expect.anything()],
  });
  expect((await fetch(run.docsUrl)).status).toBe(200);
  expect((await fetch(`${run.mockUrl}/v1/chain/list`, { headers: { AccessKey: "any" } })).status).toBe(200);
  const { clientId, clientSecret, redirectUri } = run;
  const query = new URLSearchParams({ client_id: clientId, redirect_uri: redirectUri });
  const asked = await fetch(`${run.connectUrl}/oauth/authorize?${query.toString()}`, { redirect: "manual" });
  expect([asked.status, asked.headers.get("location")]).toEqual([303, expect.stringContaining("/signin/")]);
  expect(await exchange(run)).toBe("invalid_grant"); // not invalid_client
  expect(Object.keys(run.chains).toSorted()).toEqual(["base", "eth", "matic"]);

  await interrupt(first.child);
  expect(existsSync(runFile)).toBe(false);
  expect(await Promise.all(listUrls(run).map(isUp))).not.toContain(true);

  const second = await start();
  const again = await untilReady(second);
  expect(again.accessKey).toBe(run.accessKey);
  expect(again).toMatchObject({ clientId, clientSecret, redirectUri });
  expect(await ask(again, balance)).toEqual(before);

  const third = await start();
  await once(third.child, "exit");
  running.delete(third.child);
  expect(third.output()).toContain("Portico already runs here");
  expect(JSON.parse(readFileSync(runFile, "utf8"))).toEqual(again);

  const pid = Number(readFileSync(join(state, "start.pid"), "utf8"));
  process.kill(pid, "SIGKILL");
  await vi.waitFor(async () => expect(await Promise.all(listUrls(again).map(isUp))).not.toContain(true), {
    timeout: 20_000,
  });
  running.delete(second.child);
}, 240_000);

test("an RPC of another chain ends the start with the reason, instead of waiting for its index", async () => {
  const pocket = await startPocket({ chains: ["base"], size: { people: 2, transactions: 0, days: 2 } });
  const { child, output } = await start({ PORTICO_RPC_ETH: pocket.chains.base?.rpcUrl ?? "" });
  const [code] = (await once(child, "exit")) as [number];
  running.delete(child);
  await pocket.stop();
  expect(code).not.toBe(0);
  expect(output()).toContain("answers for chain id 8453, but 'eth' has chain id 1");
}, 120_000);

test("a port that was set and is taken is said, and nothing is left running", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const { port } = taken.address() as { port: number };
  const { child, output } = await start({ PORTICO_API_PORT: String(port) });
  const [code] = (await once(child, "exit")) as [number];
  running.delete(child);
  taken.close();
  expect(code).not.toBe(0);
  expect(output()).toContain(`PORTICO_API_PORT=${port} is taken`);
}, 120_000);
