import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTestDatabase, freePort } from "@portico/store/testing";
import { afterAll, expect, test, vi } from "vitest";

interface RunFile {
  readonly apiUrl: string;
  readonly connectUrl: string;
  readonly dashboardUrl: string;
  readonly explorerUrl: string;
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
  for (const child of running) signalGroup(child, "SIGKILL");
  rmSync(state, { recursive: true, force: true });
});

/** To all that a start runs, as far as it still does. */
function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid) process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** `pnpm start` in a process group of its own, as a terminal would have it. */
async function start(env: Record<string, string> = {}): Promise<{ child: ChildProcess; output: () => string }> {
  const ports = {
    PORTICO_API_PORT: await freePort(),
    PORTICO_CONNECT_PORT: await freePort(),
    PORTICO_DASHBOARD_PORT: await freePort(),
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
  signalGroup(child, "SIGINT");
  await exited;
  running.delete(child);
}

/** Starts what cannot, and returns what it said when it gave up. */
async function fail(env: Record<string, string>): Promise<string> {
  const { child, output } = await start(env);
  const [code] = (await once(child, "close")) as [number | null];
  running.delete(child);
  expect(code).toBe(1);
  return output();
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

const balanceOf = ({ demoOwner }: RunFile): string => `/v1/user/total_balance?id=${demoOwner}`;

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

/** Of the start that runs, from test to test. */
let run: RunFile;
let child: ChildProcess;

test("start brings all up", async () => {
  const started = await start();
  run = await untilReady(started);
  ({ child } = started);
  expect(await ask(run, balanceOf(run))).toMatchObject({
    total_usd_value: expect.any(Number),
    chain_list: [expect.anything(), expect.anything(), expect.anything()],
  });
  expect((await fetch(run.docsUrl)).status).toBe(200);
  expect((await fetch(`${run.mockUrl}/v1/chain/list`, { headers: { AccessKey: "any" } })).status).toBe(200);
  expect(run.explorerUrl).toBe(`${run.dashboardUrl}/address/${run.demoOwner}`);
  expect((await fetch(`${run.dashboardUrl}/explorer/api${balanceOf(run)}`)).status).toBe(200);
  const { clientId, redirectUri } = run;
  const query = new URLSearchParams({ client_id: clientId, redirect_uri: redirectUri });
  const asked = await fetch(`${run.connectUrl}/oauth/authorize?${query.toString()}`, { redirect: "manual" });
  expect([asked.status, asked.headers.get("location")]).toEqual([303, expect.stringContaining("/signin/")]);
  expect(await exchange(run)).toBe("invalid_grant"); // not invalid_client
  expect(Object.keys(run.chains).toSorted()).toEqual(["base", "eth", "matic"]);
}, 120_000);

test("Ctrl-C takes all down, and the next start goes on where it stopped", async () => {
  const before = await ask(run, balanceOf(run));
  await interrupt(child);
  expect(existsSync(runFile)).toBe(false);
  expect(await Promise.all(listUrls(run).map(isUp))).not.toContain(true);

  const { accessKey, clientId, clientSecret, redirectUri } = run;
  const next = await start();
  run = await untilReady(next);
  ({ child } = next);
  expect(run).toMatchObject({ accessKey, clientId, clientSecret, redirectUri });
  expect(await ask(run, balanceOf(run))).toEqual(before);
}, 120_000);

test("on a state that is in use, on a port that is taken, or with the RPC of another chain, a start says why it ends", async () => {
  const databases = await Promise.all([createTestDatabase(), createTestDatabase()]);
  const [forPort, forChain] = databases.map(({ url }) => ({
    PORTICO_STATE_DIR: mkdtempSync(join(state, "other-")),
    DATABASE_URL: url,
  }));
  const { port } = new URL(run.apiUrl);
  const [onState, onPort, onChain] = await Promise.all([
    fail({}),
    fail({ ...forPort, PORTICO_RPC_ETH: run.chains["eth"]?.rpcUrl ?? "", PORTICO_API_PORT: port }),
    fail({ ...forChain, PORTICO_RPC_ETH: run.chains["base"]?.rpcUrl ?? "" }),
  ]);
  expect(onState).toContain("Portico already runs here");
  expect(onPort).toContain(`PORTICO_API_PORT=${port} is taken`);
  expect(onChain).toContain("answers for chain id 8453, but 'eth' has chain id 1");
  expect(JSON.parse(readFileSync(runFile, "utf8"))).toEqual(run);
  await Promise.all(databases.map((database) => database.drop()));
}, 120_000);

test("what start runs ends with it, even when it is killed", async () => {
  const pid = Number(readFileSync(join(state, "start.pid"), "utf8"));
  process.kill(pid, "SIGKILL");
  await vi.waitFor(async () => expect(await Promise.all(listUrls(run).map(isUp))).not.toContain(true), {
    timeout: 20_000,
  });
  running.delete(child);
});
