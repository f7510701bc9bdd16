/**
 * Records the losses of readers, accounts and signed-in users when a process of `pnpm start` is killed: figures,
 * without time limits.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { TestUser } from "@portico/connect/testing";
import { closeDatabase, createAccessKey, createAccount, grantUnits, openDatabase, type Store } from "@portico/store";
import { findImbalances } from "@portico/store/testing";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  findChainGroup,
  findPostmasterPid,
  interrupt,
  listAppPids,
  type RunFile,
  type StartedPortico,
  startPortico,
  untilReady,
} from "./testing/startPortico.ts";

const READERS = 20;
const USERS = 10;
const GRANTED = 10_000_000;
/** Price of `GET /v1/user/chain_balance`. */
const PRICE = 4;
/**
 * Maximum lease: a thousandth of the balance, which is more than 2,000. A process loses less, see apps/docs/units.md.
 */
const LEASE_MAX = GRANTED / 1_000;
/** Time in which a process reports its usage, and the leases of an exited one expire. */
const SETTLE_MS = 20_000;

const state = mkdtempSync(join(tmpdir(), "portico-killed-"));
let started: StartedPortico;
let run: RunFile;
let db: Store;
let accountId: string;
let key: string;
let users: { user: TestUser; accessToken: string }[];

beforeAll(async () => {
  started = await startPortico(state, { PORTICO_RATE_PER_IP: "100000" });
  run = await untilReady(state, started);
  db = openDatabase(run.databaseUrl);
  ({ id: accountId } = await createAccount(db, { name: "Readers" }));
  await grantUnits(db, { accountId, amount: GRANTED, reason: "test", actor: "operator" });
  ({ key } = await createAccessKey(db, { name: "readers", accountId, isUnlimited: true }));
  users = await Promise.all(Array.from({ length: USERS }, signIn));
}, 180_000);

afterAll(async () => {
  await closeDatabase(db);
  await interrupt(started.child);
  rmSync(state, { recursive: true, force: true });
});

const authorizeUrl = (): string => {
  const { clientId, redirectUri, connectUrl } = run;
  const query = {
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: "code",
    scope: "user:base:read",
    state: "s",
  };
  return `${connectUrl}/oauth/authorize?${new URLSearchParams(query).toString()}`;
};

async function signIn(): Promise<{ user: TestUser; accessToken: string }> {
  const user = new TestUser(run.connectUrl);
  const back = await user.authorize(authorizeUrl());
  const code = back.searchParams.get("code") ?? "";
  const body = new URLSearchParams({ grant_type: "authorization_code", code, redirect_uri: run.redirectUri });
  const authorization = `Basic ${Buffer.from(`${run.clientId}:${run.clientSecret}`).toString("base64")}`;
  const response = await fetch(`${run.connectUrl}/oauth/token`, { method: "POST", body, headers: { authorization } });
  const { access_token: accessToken } = (await response.json()) as { access_token: string };
  return { user, accessToken };
}

/** The number of users signed in at the start whose token or browser session no longer works. */
async function countLostSessions(): Promise<number> {
  const isLost = await Promise.all(
    users.map(async ({ user, accessToken }) => {
      const { status } = await fetch(`${run.connectUrl}/v1/me`, {
        headers: { authorization: `Bearer ${accessToken}` },
      });
      const at = await user.open(authorizeUrl()); // redirected back with a code at once, without a sign-in
      return status !== 200 || at.origin === run.connectUrl;
    }),
  );
  return isLost.filter(Boolean).length;
}

const succeeds = (url: string, headers: Record<string, string>): Promise<boolean> =>
  fetch(url, { headers, signal: AbortSignal.timeout(5_000) }).then(
    async (response) => (await response.arrayBuffer(), response.ok),
    () => false,
  );

interface Readers {
  /** The longest period without a successful response to any reader, in seconds. */
  readonly longestGap: () => number;
  readonly stop: () => Promise<{ answered: number; failed: number }>;
}

/** Each reader sends its next request as soon as it has a response. */
function startReaders(): Readers {
  const over = new AbortController();
  let [answered, failed, longest, lastAt] = [0, 0, 0, performance.now()];
  const url = `${run.apiUrl}/v1/user/chain_balance?chain_id=eth&id=${run.demoOwner}`;
  const read = async () => {
    while (!over.signal.aborted) {
      if (await succeeds(url, { AccessKey: key })) {
        longest = Math.max(longest, performance.now() - lastAt);
        lastAt = performance.now();
        answered += 1;
      } else {
        failed += 1;
        await sleep(20);
      }
    }
  };
  const reading = Promise.all(Array.from({ length: READERS }, read));
  const stop = async () => {
    over.abort();
    await reading;
    return { answered, failed };
  };
  return { longestGap: () => longest / 1000, stop };
}

const countUsed = async (): Promise<number> => {
  const { rows } = await sql<{ used: number }>`
    select coalesce(sum(units), 0)::float8 as used from unit_usage where account_id = ${accountId}`.execute(db);
  return rows[0]?.used ?? 0;
};

const round = (seconds: number): number => Math.round(seconds * 10) / 10;

/** The id of the process; of its group if negative. */
const victims: Record<string, () => Promise<number>> = {
  ...Object.fromEntries(
    ["api", "connect", "dashboard", "explorer", "docs", "mock", "mcp", "indexer"].map((name) => [
      name,
      async () => (await listAppPids(state))[name] ?? 0,
    ]),
  ),
  "devnet eth": async () => -findChainGroup(state, "eth"),
  PostgreSQL: () => findPostmasterPid(run),
};

test("killed under load, each process is restarted; no units beyond the bound and no sessions are lost", async () => {
  const table: Record<string, Record<string, number>> = {};
  for (const [name, findPid] of Object.entries(victims)) {
    const before = await countUsed();
    const readers = startReaders();
    await sleep(3_000);
    const pid = await findPid();
    const killedAt = performance.now();
    process.kill(pid, "SIGKILL");
    while (!started.output().includes(`${name} is running again`)) await sleep(20);
    const downSeconds = (performance.now() - killedAt) / 1000;
    await sleep(3_000);
    const { answered, failed } = await readers.stop();
    await sleep(SETTLE_MS);
    const unitsLost = Math.max(0, answered * PRICE - ((await countUsed()) - before));
    const sessionsLost = await countLostSessions();
    const gapSeconds = round(readers.longestGap());
    table[name] = { downSeconds: round(downSeconds), gapSeconds, answered, failed, unitsLost, sessionsLost };
    expect([name, sessionsLost]).toEqual([name, 0]);
    expect(unitsLost).toBeLessThanOrEqual(LEASE_MAX);
    expect(await findImbalances(db)).toEqual([]);
  }
  console.table(table);
}, 900_000);
