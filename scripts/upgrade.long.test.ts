/** An upgrade of a running service from the last release, or from PORTICO_UPGRADE_FROM, a commit or tag of this clone. */
import type { ChildProcess } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeMemoryFolder } from "@portico/store/testing";
import { createTestClient, http, parseEther, publicActions, walletActions } from "viem";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { checkOutEarlier, findCommit, findLastTag, removeEarlier } from "./testing/earlierVersion.ts";
import { interrupt, type RunFile, signalGroup, startPortico, untilReady } from "./testing/startPortico.ts";

const root = join(import.meta.dirname, "..");
/** The last commit before the devnet and the explorer were renamed, for as long as there is no release. */
const BEFORE_FIRST_RELEASE = "1abebfd";

const setVersion = process.env["PORTICO_UPGRADE_FROM"] ?? "";
const version = setVersion || (findLastTag() ?? BEFORE_FIRST_RELEASE);
const commit = findCommit(version);
if (setVersion && commit === undefined)
  throw new Error(`PORTICO_UPGRADE_FROM=${setVersion} is no commit of this clone`);

const scratch = mkdtempSync(join(tmpdir(), "portico-upgrade-"));
const earlier = join(scratch, "earlier");
const made = new Set<string>();
const running = new Set<ChildProcess>();
afterAll(() => {
  for (const child of running) signalGroup(child, "SIGKILL");
  removeEarlier(earlier);
  for (const folder of [scratch, ...made]) rmSync(folder, { recursive: true, force: true });
});

/** Runs a version until `use` has what it needs. */
async function runVersion<T>(
  { checkout, state, env = {} }: { checkout: string; state: string; env?: Record<string, string> },
  use: (run: RunFile, output: string) => Promise<T>,
): Promise<T> {
  const started = await startPortico(state, env, checkout);
  running.add(started.child);
  const run = await untilReady(state, started);
  const used = await use(run, started.output());
  await interrupt(started.child);
  running.delete(started.child);
  return used;
}

async function request<T>({ apiUrl, accessKey }: RunFile, path: string): Promise<T> {
  const response = await fetch(apiUrl + path, { headers: { AccessKey: accessKey } });
  expect(response.status).toBe(200);
  return (await response.json()) as T;
}

interface Holdings {
  readonly chains: readonly string[];
  /** Chain, id and exact amount of each token. */
  readonly tokens: readonly string[];
  /** Transaction hash of the newest entry of the history on eth. */
  readonly newest: string | undefined;
}

async function readHoldings(run: RunFile): Promise<Holdings> {
  const id = run.demoOwner;
  const total = await request<{ chain_list: { id: string }[] }>(run, `/v1/user/total_balance?id=${id}`);
  const tokens = await request<{ chain: string; id: string; raw_amount_str: string }[]>(
    run,
    `/v1/user/all_token_list?id=${id}&is_all=true`,
  );
  const [page] = await request<{ history_list: { id: string }[] }[]>(
    run,
    `/v1/user/history_list?id=${id}&chain_id=eth`,
  );
  return {
    chains: total.chain_list.map((chain) => chain.id).toSorted(),
    tokens: tokens.map((token) => `${token.chain} ${token.id} ${token.raw_amount_str}`).toSorted(),
    newest: page?.history_list[0]?.id,
  };
}

/**
 * A payment of the demo owner. The scenario is the same in each new devnet: only a later transaction shows that the
 * chains and the database were not made again.
 */
async function pay({ chains, demoOwner }: RunFile): Promise<string> {
  const eth = createTestClient({ mode: "anvil", transport: http(chains["eth"]?.rpcUrl) })
    .extend(walletActions)
    .extend(publicActions);
  const account = demoOwner as `0x${string}`;
  const to = "0x00000000000000000000000000000000000000ab";
  const hash = await eth.sendTransaction({ account, chain: null, to, value: parseEther("0.5") });
  await eth.waitForTransactionReceipt({ hash });
  return hash;
}

/** The credentials that applications of the operator have stored. */
const readCredentials = ({ accessKey, clientId, clientSecret, demoOwner, redirectUri }: RunFile) => ({
  accessKey,
  clientId,
  clientSecret,
  demoOwner,
  redirectUri,
});

/** For an installation or two starts, and whatever else the machine does. */
const LIMIT_MS = 600_000;

beforeAll(() => {
  if (commit !== undefined) checkOutEarlier(commit, earlier);
}, LIMIT_MS);

/** As root, the data of a private folder is elsewhere: PostgreSQL's user can't enter it. */
const FOLDERS = [
  { kind: "private", mode: 0o700 },
  { kind: "public", mode: 0o755 },
];

describe.skipIf(commit === undefined)(
  `an upgrade from ${version} (skipped if the clone has no such commit: fetch it, or set PORTICO_UPGRADE_FROM to a commit or tag)`,
  () => {
    test.each(FOLDERS)(
      "with a $kind state folder keeps keys, clients, chains and indexed data",
      async ({ mode }) => {
        const state = await makeMemoryFolder();
        made.add(state);
        chmodSync(state, mode);
        const before = await runVersion({ checkout: earlier, state }, async (run) => {
          const paid = await pay(run);
          const isPaid = async () => expect((await readHoldings(run)).newest).toBe(paid);
          await vi.waitFor(isPaid, { timeout: 120_000, interval: 500 });
          return { credentials: readCredentials(run), holdings: await readHoldings(run) };
        });
        expect(before.holdings.tokens.length).toBeGreaterThan(20);

        // the demo's client is bound to the port of its redirect URI
        const env = { PORTICO_DEMO_PORT: new URL(before.credentials.redirectUri).port };
        const after = await runVersion({ checkout: root, state, env }, async (run, output) => {
          const elsewhere = /lies in (\S+)$/m.exec(output)?.[1];
          if (elsewhere !== undefined) made.add(elsewhere);
          return { credentials: readCredentials(run), holdings: await readHoldings(run), output };
        });
        expect(after.output).not.toMatch(/emptied|replaced by a new chain/);
        expect(after.credentials).toEqual(before.credentials);
        expect(after.holdings).toEqual(before.holdings);
        expect([existsSync(join(state, "devnet")), existsSync(join(state, "pocket"))]).toEqual([true, false]);
      },
      LIMIT_MS,
    );
  },
);
