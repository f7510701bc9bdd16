import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  closeDatabase,
  createAccount,
  createEndpointProfiles,
  grantUnits,
  openDatabase,
  writeChainStatus,
  takeLease,
} from "@portico/store";
import { NODE_PROFILES, startNodeProfile } from "@portico/evm/testing/nodeProfiles";
import { startExplorerServer } from "@portico/indexer/testing/explorerServer";
import { startPortalServer } from "@portico/indexer/testing/portalServer";
import { startEdrChain } from "@portico/devnet/testing/edr";
import { createTestDatabase } from "@portico/store/testing";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { checkPlatform } from "./doctor/checkPlatform.ts";
import { checkServices } from "./doctor/checkServices.ts";
import type { Finding } from "./doctor/finding.ts";
import { createPrinter, createTestShell } from "./testing/createTestShell.ts";

const { db, url, drop } = await createTestDatabase();
const folder = mkdtempSync(join(tmpdir(), "portico-doctor-"));

/** Results of a node with chain id 1; it refuses everything else. */
const answers: Record<string, unknown> = { eth_chainId: "0x1" };
const hash = `0x${"ab".repeat(32)}`;
const node = createServer((request, response) => {
  void (async () => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const call = JSON.parse(Buffer.concat(chunks).toString()) as { id: number; method: string; params: unknown[] };
    const calls = [call].flat();
    const replies = calls.map(({ id, method, params }) => {
      const result = method === "eth_getBalance" && typeof params[1] === "object" ? undefined : answers[method];
      const error = { code: -32_601, message: `the method ${method} does not exist` };
      return { jsonrpc: "2.0", id, ...(result === undefined ? { error } : { result }) };
    });
    response.end(JSON.stringify(Array.isArray(call) ? replies : replies[0]));
  })();
});
let port = 0;
beforeAll(async () => {
  node.listen(0, "127.0.0.1");
  await once(node, "listening");
  ({ port } = node.address() as AddressInfo);
});
afterAll(async () => {
  node.closeAllConnections();
  node.close();
  rmSync(folder, { recursive: true });
  await drop();
});

const newBlock = (ageSeconds: number) => ({
  number: "0x10",
  hash,
  timestamp: `0x${Math.floor(Date.now() / 1000 - ageSeconds).toString(16)}`,
  transactions: [],
});

async function examine(changes: Parameters<typeof createTestShell>[1]): Promise<{ code: number; findings: Finding[] }> {
  const { code, lines } = await createTestShell(db, { stateFolder: folder, ...changes })("doctor", "--json");
  return { code, findings: JSON.parse(lines.join("\n")) as Finding[] };
}

const find = (findings: readonly Finding[], what: string) => findings.filter((finding) => finding.what === what);

test("with a healthy database, node and ports, it reports the node's missing capabilities and their effect", async () => {
  Object.assign(answers, {
    eth_getBlockByNumber: newBlock(3),
    eth_getBalance: "0x0",
    eth_getBlockReceipts: [],
    debug_traceBlockByHash: [],
    eth_simulateV1: [{}],
  });
  const env = { PORTICO_RPC_ETH: `http://user:secret@127.0.0.1:${port}/key` };
  const { code, findings } = await examine({ env });
  expect(find(findings, "database")).toMatchObject([
    { state: "ok", text: expect.stringContaining("PostgreSQL 1") as string },
  ]);
  expect(find(findings, "migrations")).toMatchObject([{ state: "ok" }]);
  expect(find(findings, "clock")).toMatchObject([{ state: "ok" }]);
  const can = "archive state, eth_getBlockReceipts, debug_traceBlockByHash, eth_simulateV1";
  expect(find(findings, "rpc eth")).toMatchObject([
    { state: "ok", text: `127.0.0.1:${port}: chain id 1, block 16, ${can}` },
    {
      state: "warn",
      text: expect.stringContaining("EIP-1898") as string,
      advice: expect.stringContaining("removed by a reorg") as string,
    },
  ]);
  expect(find(findings, "disk")).toHaveLength(1);
  expect(findings.filter(({ state, advice }) => state !== "ok" && advice === "")).toEqual([]);
  expect(JSON.stringify(findings)).not.toMatch(/secret|key"/);
  expect(code).toBe(findings.some(({ state }) => state === "broken") ? 1 : 0);
});

test("each limit of a node is reported with its meaning, stored, and obeyed by the next run", async () => {
  Object.assign(answers, { eth_getBlockByNumber: { ...newBlock(3), number: "0x4e20" } });
  Object.assign(answers, { eth_getLogs: [], web3_clientVersion: "test/1" });
  const rpc = await startNodeProfile(`http://127.0.0.1:${port}`, { ...NODE_PROFILES.public10, maxTopics: 100 });
  const stored = createEndpointProfiles(db, { lifetimeMs: 86_400_000 });
  const key = createHash("sha256").update(rpc.url).digest("hex");
  for (const [name, value] of Object.entries({ rate: 1_000.5, batch_as_one: 1 }))
    await stored.add(key, { name, value, message: "", learnedAt: Date.now() });
  const readLimits = async () => {
    const { findings } = await examine({ env: { PORTICO_RPC_ETH: rpc.url } });
    return find(findings, "limits eth").toSorted((a, b) => (a.text < b.text ? -1 : 1));
  };
  const countRefused = () => [...rpc.counts.values()].reduce((sum, { refused }) => sum + refused, 0);
  const first = await readLimits();
  const lines = first.map(({ state, text }) => `${state} ${text.replace(/^\S+ /, "")}`);
  expect(lines.toSorted()).toEqual([
    "ok a batch counts as one request",
    "ok about 1,000 requests a second; all processes together stay below",
    "ok batches of 10 calls; longer ones are split",
    "ok eth_getLogs takes 999 topics; no request has more",
    "ok without debug_traceBlockByHash, debug_traceCall, trace_block; they are not called",
    "warn eth_getLogs takes 10 blocks",
  ]);
  expect(first.find(({ state }) => state === "warn")?.advice).toContain("takes 100,000 requests");
  const before = countRefused();
  await new Promise((resolve) => setTimeout(resolve, 300)); // the proxy's account leaves out what was under way
  expect(await readLimits()).toEqual(first);
  expect({ repeated: rpc.repeated(), more: countRefused() - before }).toEqual({ repeated: [], more: 0 });
  await rpc.stop();
  delete answers["eth_getLogs"];
});

test("a node that traces and simulates in part, as Hardhat's, is reported with what it has", async () => {
  const chain = await startEdrChain();
  const { findings } = await examine({ env: { PORTICO_RPC_ETH: chain.rpcUrl } });
  await chain.stop();
  const { host } = new URL(chain.rpcUrl);
  const [can, ...missing] = find(findings, "rpc eth").filter(({ text }) => !text.startsWith("the newest block"));
  expect(can?.text).toBe(
    `${host}: chain id 1, block 2, archive state, debug_traceTransaction, state by block hash (EIP-1898)`,
  );
  expect(missing.map(({ state, text, advice }) => [state, text, advice])).toEqual([
    ["warn", `${host} has no eth_getBlockReceipts`, expect.stringContaining("one by one")],
    [
      "warn",
      `${host} has no eth_simulateV1 or debug_traceCall`,
      expect.stringMatching(/; balance changes by debug_traceCall without overrides$/),
    ],
  ]);
  expect(find(findings, "limits eth").map(({ text }) => text)).toEqual([expect.stringContaining("trace_block")]);
});

test("a node of another chain, an unreachable one, and one with an old head", async () => {
  answers["eth_getBlockByNumber"] = newBlock(10_000);
  const { code, findings } = await examine({
    env: {
      PORTICO_RPC_ETH: `http://127.0.0.1:${port},http://127.0.0.1:1`,
      PORTICO_RPC_BASE: `http://127.0.0.1:${port}`,
    },
  });
  expect(code).toBe(1);
  expect(find(findings, "rpc eth")).toContainEqual({
    state: "warn",
    what: "rpc eth",
    text: expect.stringMatching(/^the newest block of 127.0.0.1:\d+ is 10,00\d s old$/) as string,
    advice: expect.stringContaining("still syncing") as string,
  });
  expect(find(findings, "rpc eth").at(-1)).toMatchObject({
    state: "broken",
    text: expect.stringContaining("127.0.0.1:1") as string,
  });
  const wrong = `The RPC at 127.0.0.1:${port} serves chain id 1, but 'base' has chain id 8453`;
  expect(find(findings, "rpc base")).toMatchObject([{ state: "broken", text: wrong }]);
  const unknown = await examine({ env: { PORTICO_RPC_NOWHERE: "http://127.0.0.1:1" } });
  expect(find(unknown.findings, "rpc")).toMatchObject([
    { state: "broken", text: expect.stringContaining("unknown chain") as string },
  ]);
});

test("explorers and portals are checked; one that does not respond is named, without its key", async () => {
  const chain = { blocks: [{ number: 1_234, hash: `0x${"1".repeat(64)}` as const, timestamp: 0, transactions: [] }] };
  const explorer = await startExplorerServer(chain, { style: "etherscan", key: "RIGHTKEY" });
  const portal = await startPortalServer(chain, { faults: { html: true } });
  const { host } = new URL(explorer.url);
  try {
    const urls = {
      PORTICO_EXPLORER_ETH: explorer.url,
      PORTICO_EXPLORER_KEY_ETH: "RIGHTKEY",
      PORTICO_PORTAL_ETH: `${portal.url}?api_key=SECRETKEY`,
      PORTICO_EXPLORER_BASE: `${explorer.url}?apikey=SECRETKEY`,
    };
    const { findings } = await examine({ env: { DATABASE_URL: url, ...urls } });
    const found = findings.filter(({ what }) => /^(?:explorer|portal) /.test(what));
    expect(found.map(({ state, what, text }) => [state, what, text])).toEqual([
      ["ok", "explorer eth", `${host}: indexed up to block 1,234`],
      ["warn", "portal eth", `${new URL(portal.url).host} does not report its newest block`],
      ["warn", "explorer base", `${host}: Invalid API Key (…)`],
    ]);
    expect(found[1]?.advice).toContain("PORTICO_PORTAL_ETH");
    expect(JSON.stringify(findings)).not.toMatch(/SECRETKEY|RIGHTKEY/);
  } finally {
    await Promise.all([explorer.stop(), portal.stop()]);
  }
});

test("a configured port that is in use is broken, with the name of its process; Portico's own is not", async () => {
  const env = { PORTICO_API_PORT: String(port), PORTICO_DOCS_PORT: "70000" };
  const { code, findings } = await examine({ env });
  expect(code).toBe(1);
  const who = process.platform === "linux" ? `(process ${process.pid})` : "used by";
  expect(find(findings, "port api")).toMatchObject([{ state: "broken", text: expect.stringContaining(who) as string }]);
  expect(find(findings, "port docs")).toMatchObject([
    { state: "broken", text: "PORTICO_DOCS_PORT=70000 is not a port" },
  ]);
  const runFile = join(folder, "run.json");
  writeFileSync(runFile, JSON.stringify({ apiUrl: `http://127.0.0.1:${port}` }));
  const running = await examine({ env: { PORTICO_API_PORT: String(port) }, runFile });
  expect(find(running.findings, "port api")).toMatchObject([
    { state: "ok", text: expect.stringContaining("used by the running Portico") as string },
  ]);
});

test("an unreachable database, or one of another version", async () => {
  const away = openDatabase("postgresql://postgres:secret@127.0.0.1:1/none", { max: 1 });
  const { code, findings } = await examine({ onStore: (work) => work(away) });
  await closeDatabase(away);
  expect(code).toBe(1);
  expect(find(findings, "database")).toMatchObject([{ state: "broken", text: "does not answer" }]);
  await sql`insert into kysely_migration (name, timestamp) values ('9999_later', '')`.execute(db);
  const later = await examine({});
  expect(find(later.findings, "migrations")).toMatchObject([
    { state: "broken", text: expect.stringContaining("9999_later") as string },
  ]);
  await sql`delete from kysely_migration where name like '9999%' or name like '0017%'`.execute(db);
  const earlier = await examine({});
  expect(find(earlier.findings, "migrations")).toMatchObject([
    {
      state: "broken",
      text: "1 are not applied: 0017_dashboard",
      advice: expect.stringContaining("restart Portico on this database") as string,
    },
  ]);
  const byHand = await examine({ env: { PORTICO_MIGRATE: "off" } });
  expect(find(byHand.findings, "migrations")).toMatchObject([{ advice: "run pnpm portico migrate" }]);
  await sql`insert into kysely_migration (name, timestamp) values ('0017_dashboard', '')`.execute(db);
});

test("missing notifications are reported with advice", async () => {
  const elsewhere = await createTestDatabase();
  const look = async (env: Record<string, string>) => find((await examine({ env })).findings, "notifications");
  expect(await look({ DATABASE_URL: url })).toEqual([
    { state: "ok", what: "notifications", text: "arrive", advice: "" },
  ]);
  expect(await look({ DATABASE_URL: url, DATABASE_DIRECT_URL: elsewhere.url })).toMatchObject([
    { state: "broken", advice: expect.stringContaining("set DATABASE_DIRECT_URL to the same database") as string },
  ]);
  expect(
    await look({ DATABASE_URL: url, DATABASE_DIRECT_URL: "postgresql://nobody:secret@127.0.0.1:1/none" }),
  ).toMatchObject([{ state: "broken", text: "DATABASE_DIRECT_URL: connect ECONNREFUSED 127.0.0.1:1" }]);
  expect(await look({})).toEqual([]);
  await elsewhere.drop();
});

test("each server of DATABASE_READ_URL is examined as the API would, and status shows it", async () => {
  const elsewhere = await createTestDatabase();
  const away = "postgresql://nobody:secret@127.0.0.1:1/none";
  const look = async (readUrl: string) => {
    const { findings } = await examine({ env: { DATABASE_URL: url, DATABASE_READ_URL: readUrl } });
    return findings.filter(({ what }) => what.startsWith("replica")).map(({ state, text }) => [state, text]);
  };
  expect(await look(`${url},${away}`)).toEqual([
    ["warn", "left out: it is the primary, which answers what no replica can"],
    ["warn", "left out: connect ECONNREFUSED 127.0.0.1:1"],
  ]);
  expect(await look(elsewhere.url)).toEqual([["broken", expect.stringContaining("refused: DATABASE_READ_URL can't")]]);
  expect(await look("mysql://127.0.0.1")).toEqual([["broken", expect.stringContaining("must be postgresql:// URLs")]]);
  const status = createTestShell(db, { env: { DATABASE_URL: url, DATABASE_READ_URL: away } });
  expect((await status("status")).lines.find((line) => line.startsWith("replica"))).toMatch(/left out: .*ECONNREFUSED/);
  await elsewhere.drop();
});

test("clock differences are reported", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
  try {
    const { code, findings } = await examine({});
    expect(code).toBe(1);
    const text = expect.stringMatching(/^the database's clock is (59|60)\.\d s behind this machine's$/) as string;
    expect(find(findings, "clock")).toMatchObject([
      { state: "broken", text, advice: expect.stringContaining("NTP") as string },
    ]);
  } finally {
    vi.useRealTimers();
  }
});

test("status and chains show accounts, units and each chain's sync status", async () => {
  const { id } = await createAccount(db, { name: "Ann" });
  await grantUnits(db, { accountId: id, amount: 5000, reason: "gift", actor: "operator" });
  const lease = (await takeLease(db, { name: "eth", holder: "indexer-1", ttlMs: 60_000 }))!;
  const work = {
    phase: "head" as const,
    headBlock: 1_000n,
    headTime: 5_000,
    blocksPerSecond: 1,
    transfersPerSecond: 9,
  };
  const unknown = { etaSeconds: undefined, hasReceipts: true, hasTraces: undefined, lastErrorAt: new Date() };
  await writeChainStatus(db, lease, { ...work, ...unknown, lastError: "node away\nfor good" });
  await sql`insert into chain_state (chain, chain_id, start_block, logs_block, logs_hash, logs_time)
    values ('eth', 1, 100, 900, ${hash.replace("0x", String.raw`\x`)}::bytea, 3800)`.execute(db);
  const print = createPrinter(db);
  const screen = await print("status");
  expect(screen.join("\n")).toMatch(/^accounts +1, 0 of them disabled; 0 keys work$/m);
  expect(screen.join("\n")).toMatch(/^units +5,000 free, 0 in 0 leases, 0 used today$/m);
  const chain = ["eth  head  block 900  100 behind (20 min)  since 100", "  node away for good"];
  expect(screen.slice(-2)).toEqual(chain);
  expect(await print("chains", "list")).toEqual(chain);
  expect(JSON.parse((await print("chains", "list", "--json")).join())).toMatchObject([{ id: "eth", lag_blocks: 100 }]);
  expect(JSON.parse((await print("status", "--json")).join())).toMatchObject({ counts: { units: 5000 } });
});

test("Redis and the webhook: unset, unreachable and invalid settings are reported, and never a secret", async () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
  const services = async (env: Record<string, string>) => {
    const findings = await checkServices({ env });
    expect(JSON.stringify(findings)).not.toMatch(/sesame|BwcH/);
    return findings.map(({ state, text }) => `${state} ${text}`);
  };
  expect(await services({})).toEqual([
    "ok REDIS_URL is not set: each process counts requests on its own",
    "ok messages are stored for 365 days; no webhook is set",
  ]);
  const webhook = { PORTICO_MESSAGE_WEBHOOK: "https://hooks.example/in", PORTICO_MESSAGE_WEBHOOK_SECRET: secret };
  const away = { REDIS_URL: "redis://ann:sesame@127.0.0.1:1", PORTICO_MESSAGE_DAYS: "0", ...webhook };
  expect(await services(away)).toEqual([
    "warn 127.0.0.1:1: connect ECONNREFUSED 127.0.0.1:1",
    "ok messages are stored indefinitely and sent to the webhook at hooks.example",
  ]);
  const wrong = { REDIS_URL: "http://sesame", ...webhook, PORTICO_MESSAGE_WEBHOOK_SECRET: "sesame" };
  expect(await services(wrong)).toEqual([
    "broken REDIS_URL must be a redis:// or rediss:// URL",
    expect.stringMatching(/^broken PORTICO_MESSAGE_WEBHOOK_SECRET must be whsec_/),
  ]);
});

test("bundled programs are found and run; on a platform without them, the missing ones are named", async () => {
  const readFinding = async (env: Record<string, string>, platform?: string) => {
    const findings = await checkPlatform({ env, ...(platform !== undefined && { platform }) });
    return findings.map(({ state, what, text, advice }) => `${state} ${what}: ${text}${advice && ` → ${advice}`}`);
  };
  const here = await readFinding({});
  expect(here[0]).toMatch(/^ok node: 2\d\.\d+\.\d+ runs this/);
  expect(here.slice(1)).toEqual([
    expect.stringMatching(/^ok postgresql: postgres \(PostgreSQL\) 18\S* is bundled$/),
    expect.stringMatching(/^ok anvil: anvil Version: \S+ is bundled$/),
  ]);
  expect(await readFinding({}, "plan9-mips")).toEqual([
    expect.stringContaining("none is bundled for plan9-mips"),
    expect.stringMatching(
      /^broken postgresql: No bundled PostgreSQL .*plan9-mips.*→ set DATABASE_URL .*"Platforms" in README.md$/,
    ),
    expect.stringMatching(/^broken anvil: anvil is not published for plan9-mips.*→ set PORTICO_RPC_<ID>/),
  ]);
  expect((await readFinding({}, "darwin-arm64"))[0]).toContain("none is bundled for darwin-arm64");
  const own = { DATABASE_URL: "postgresql://127.0.0.1/portico", PORTICO_RPC_ETH: "http://127.0.0.1:1" };
  expect((await readFinding(own, "plan9-mips")).slice(1)).toEqual([
    "ok postgresql: the bundled one is not used",
    "ok anvil: the bundled one is not used",
  ]);
});
