import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { launchBrowser } from "@portico/browser";
import { setDeployment } from "@portico/store";
import { createTestDatabase, freePort, makeMemoryFolder } from "@portico/store/testing";
import { createTestClient, http, parseEther, publicActions } from "viem";
import { afterAll, expect, test, vi } from "vitest";
import {
  findChainGroup,
  findPostmasterPid,
  interrupt,
  listAppPids,
  type RunFile,
  signalGroup,
  type StartedPortico,
  startPortico,
  untilReady,
} from "./testing/startPortico.ts";

const state = await makeMemoryFolder();
const runFile = join(state, "run.json");
const running = new Set<ChildProcess>();
afterAll(() => {
  for (const child of running) signalGroup(child, "SIGKILL");
  rmSync(state, { recursive: true, force: true });
});

/** The same at each start: the demo client is bound to it. */
const demoPort = await freePort();

async function start(env: Record<string, string> = {}): Promise<StartedPortico> {
  const started = await startPortico(state, { PORTICO_DEMO_PORT: String(demoPort), ...env });
  running.add(started.child);
  return started;
}

/** Starts with invalid settings, and returns the output when it exits. */
async function fail(env: Record<string, string>): Promise<string> {
  const { child, output } = await start(env);
  const [code] = (await once(child, "close")) as [number | null];
  running.delete(child);
  expect(code).toBe(1);
  return output();
}

const request = async (run: RunFile, path: string): Promise<unknown> => {
  const response = await fetch(run.apiUrl + path, { headers: { AccessKey: run.accessKey } });
  expect(response.status).toBe(200);
  return await response.json();
};

/** The sign-in service's response to the demo client for a code that it never issued. */
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

/** Enough for a start on a machine with ten times its work. */
const STARTS_MS = 600_000;

/** Of the running start, shared by the tests. */
let run: RunFile;
let child: ChildProcess;
let output: () => string;

test(
  "start brings everything up",
  async () => {
    const started = await start();
    run = await untilReady(state, started);
    ({ child, output } = started);
    expect(await request(run, balanceOf(run))).toMatchObject({
      total_usd_value: expect.any(Number),
      chain_list: [expect.anything(), expect.anything(), expect.anything()],
    });
    expect((await fetch(run.docsUrl)).status).toBe(200);
    expect((await fetch(`${run.mockUrl}/v1/chain/list`, { headers: { AccessKey: "any" } })).status).toBe(200);
    expect(new URL(run.explorerUrl).pathname).toBe(`/address/${run.demoOwner}`);
    expect((await fetch(new URL(`/explorer/api${balanceOf(run)}`, run.explorerUrl))).status).toBe(200);
    const before = await fetch(`${run.dashboardUrl}/address/${run.demoOwner}`, { redirect: "manual" });
    expect([before.status, before.headers.get("location")]).toEqual([308, run.explorerUrl]);
    const back = await fetch(new URL("/dashboard", run.explorerUrl), { redirect: "manual" });
    expect(back.headers.get("location")).toBe(`${run.dashboardUrl}/`);
    const login = await fetch(new URL("/auth/login", run.explorerUrl), { redirect: "manual" });
    const signIn = await fetch(login.headers.get("location") ?? "", { redirect: "manual" });
    expect(signIn.headers.get("location")).toContain("/signin/"); // not an error of an unknown client
    const { clientId, redirectUri } = run;
    const query = new URLSearchParams({ client_id: clientId, redirect_uri: redirectUri });
    const response = await fetch(`${run.connectUrl}/oauth/authorize?${query.toString()}`, { redirect: "manual" });
    expect([response.status, response.headers.get("location")]).toEqual([303, expect.stringContaining("/signin/")]);
    expect(await exchange(run)).toBe("invalid_grant"); // not invalid_client
    expect(redirectUri).toBe(`http://127.0.0.1:${demoPort}/callback`);
    expect(Object.keys(run.chains).toSorted()).toEqual(["base", "eth", "matic"]);
    expect(output()).not.toContain("index: "); // everything
  },
  STARTS_MS,
);

test("a theme that is chosen on one app holds on all others of the host, against the system's", async () => {
  await using browser = await launchBrowser();
  const page = await browser.newPage({ colorScheme: "light" });
  const urls = [run.explorerUrl, run.dashboardUrl, `${run.connectUrl}/connections`, new URL(run.docsUrl).origin];
  const schemeAt = async (url: string): Promise<string> => {
    await page.goto(url);
    return await page.evaluate<string>("getComputedStyle(document.documentElement).colorScheme");
  };
  for (const [index, url] of urls.entries()) {
    const [theme, before] = index % 2 === 0 ? ["dark", "light"] : ["light", "dark"];
    expect(await schemeAt(url)).toBe(index === 0 ? "light dark" : before);
    await page.getByRole("combobox", { name: "Theme" }).selectOption(theme ?? "");
    for (const other of urls) expect([url, other, await schemeAt(other)]).toEqual([url, other, theme]);
  }
  expect(await schemeAt(run.docsUrl)).toBe("light"); // the reference, which is Redocly's
  await page.getByRole("combobox", { name: "Theme" }).selectOption("dark");
  expect(await schemeAt(run.explorerUrl)).toBe("dark");
});

test(
  "Ctrl-C stops everything, and the next start continues where it stopped",
  async () => {
    const before = await request(run, balanceOf(run));
    await interrupt(child);
    running.delete(child);
    expect(existsSync(runFile)).toBe(false);
    expect(await Promise.all(listUrls(run).map(isUp))).not.toContain(true);

    const { accessKey, clientId, clientSecret, redirectUri } = run;
    const next = await start();
    run = await untilReady(state, next);
    ({ child, output } = next);
    expect(run).toMatchObject({ accessKey, clientId, clientSecret, redirectUri });
    expect(await request(run, balanceOf(run))).toEqual(before);
  },
  STARTS_MS,
);

const APPS = ["api", "connect", "dashboard", "docs", "explorer", "indexer", "mcp", "mock"];
/** Generous, for a busy machine: the awaited event either occurs or never does. */
const COMES = { timeout: 60_000, interval: 100 };

const countLines = (line: string): number => output().split(line).length - 1;

test(
  "each killed app is restarted at its port and reported twice, and no other app is affected",
  async () => {
    const before = await listAppPids(state);
    expect(Object.keys(before).toSorted()).toEqual(APPS);
    for (const name of ["api", "docs", "mock", "indexer"]) process.kill(before[name] ?? 0, "SIGKILL");
    for (const name of ["api", "docs", "mock", "indexer"]) {
      await vi.waitFor(() => expect(output()).toContain(`${name} is running again`), COMES);
      expect(output()).toContain(`${name} ended (SIGKILL); restarting in 0.1 s`);
    }
    expect(await request(run, balanceOf(run))).toMatchObject({ total_usd_value: expect.any(Number) });
    expect((await fetch(run.docsUrl)).status).toBe(200);
    const after = await listAppPids(state);
    expect(Object.keys(after).toSorted()).toEqual(APPS);
    expect(APPS.filter((name) => after[name] === before[name])).toEqual(["connect", "dashboard", "explorer", "mcp"]);
  },
  STARTS_MS,
);

test(
  "PostgreSQL and a chain that are killed are restarted at their URLs, and every app survives that",
  async () => {
    const before = await listAppPids(state);
    const somebody = "0x00000000000000000000000000000000000000ab";
    const eth = createTestClient({ mode: "anvil", transport: http(run.chains["eth"]?.rpcUrl) }).extend(publicActions);
    const pay = (ether: string) =>
      eth.setBalance({ address: somebody, value: parseEther(ether) }).then(() => eth.mine({ blocks: 1 }));
    const head = await eth.getBlock();
    await pay("7");

    process.kill(await findPostmasterPid(run), "SIGKILL");
    await vi.waitFor(() => expect(output()).toContain("PostgreSQL is running again"), COMES);
    expect(countLines("PostgreSQL ended (its postmaster exited)")).toBe(1);
    await vi.waitFor(
      async () => expect(await request(run, balanceOf(run))).toMatchObject({ total_usd_value: expect.any(Number) }),
      COMES,
    );
    await vi.waitFor(async () => expect(await exchange(run)).toBe("invalid_grant"), COMES);

    const indexed = async () => (await request(run, "/v1/chain/status")) as { id: string; block: number }[];
    const blockOf = async () => (await indexed()).find(({ id }) => id === "eth")?.block ?? 0;
    await vi.waitFor(async () => expect(await blockOf()).toBe(Number(head.number) + 1), COMES);

    process.kill(-findChainGroup(state, "eth"), "SIGKILL");
    await vi.waitFor(() => expect(output()).toContain("devnet eth is running again"), COMES);
    expect(output()).toContain("devnet eth: 1 blocks since the last save are lost");
    expect((await eth.getBlock({ blockNumber: head.number })).hash).toBe(head.hash);
    await vi.waitFor(async () => expect(await blockOf()).toBe(Number(head.number) + 2), COMES);
    expect(await listAppPids(state)).toEqual(before);
  },
  STARTS_MS,
);

test("files written by a start are readable only by their owner", () => {
  const mode = (path: string) => (statSync(join(state, path)).mode & 0o777).toString(8);
  for (const file of ["run.json", "start.pid", ...globSync("{logs/*,devnet/*-key,devnet/*.json}", { cwd: state })])
    expect([file, mode(file)]).toEqual([file, "600"]);
  for (const folder of ["logs", "devnet/chains"]) expect([folder, mode(folder)]).toEqual([folder, "700"]);
  expect(mode("devnet")).toBe(process.getuid?.() === 0 ? "711" : "700");
});

test(
  "with a state in use, a port in use, the RPC of another chain, a devnet's database, an invalid setting, or a devnet that is reachable from elsewhere, a start exits with the reason",
  async () => {
    const four = [createTestDatabase(), createTestDatabase(), createTestDatabase(), createTestDatabase()] as const;
    const databases = await Promise.all(four);
    await setDeployment(databases[2].db, { network: "devnet", genesisHashes: [] });
    const [forPort, forChain, ofDevnet, forSetting] = databases.map(({ url }) => ({
      PORTICO_STATE_DIR: mkdtempSync(join(state, "other-")),
      DATABASE_URL: url,
    }));
    const { port } = new URL(run.apiUrl);
    const [onState, onPort, onChain, onDevnet, onSetting, onHost] = await Promise.all([
      fail({}),
      fail({ ...forPort, PORTICO_RPC_ETH: run.chains["eth"]?.rpcUrl ?? "", PORTICO_API_PORT: port }),
      fail({ ...forChain, PORTICO_RPC_ETH: run.chains["base"]?.rpcUrl ?? "" }),
      fail({ ...ofDevnet, PORTICO_RPC_ETH: run.chains["eth"]?.rpcUrl ?? "" }),
      fail({ ...forSetting, PORTICO_RPC_ETH: run.chains["eth"]?.rpcUrl ?? "", PORTICO_CONNECT_KEYS: "short" }),
      fail({ PORTICO_STATE_DIR: mkdtempSync(join(state, "other-")), PORTICO_DASHBOARD_HOST: "0.0.0.0" }),
    ]);
    expect(onState).toContain("Portico already runs here");
    expect(onPort).toContain(`PORTICO_API_PORT=${port} is in use`);
    expect(onChain).toContain("serves chain id 8453, but 'eth' has chain id 1");
    expect(onSetting).toContain("index: only owners that are requested, with their history: eth (everything: ");
    expect(onSetting).toMatch(/^connect ended: exit code 1, [^]*PORTICO_CONNECT_KEYS must be/m);
    expect(onHost).toContain("PORTICO_DASHBOARD_HOST=0.0.0.0 makes the dashboard reachable from other computers");
    expect(onDevnet).toContain("it would be used for a real chain: set DATABASE_URL to another database, or run");
    expect(JSON.parse(readFileSync(runFile, "utf8"))).toEqual(run);
    await Promise.all(databases.map((database) => database.drop()));
  },
  STARTS_MS,
);

test("everything that start runs ends with it, even when it is killed", async () => {
  const pid = Number(readFileSync(join(state, "start.pid"), "utf8"));
  process.kill(pid, "SIGKILL");
  await vi.waitFor(async () => expect(await Promise.all(listUrls(run).map(isUp))).not.toContain(true), {
    timeout: 20_000,
  });
  await vi.waitFor(() => expect(existsSync(runFile)).toBe(false), { timeout: 20_000 });
  running.delete(child);
});
