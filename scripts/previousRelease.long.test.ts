/** The previous release on this version's schema: its processes go on, and new ones of it start, while others are replaced. */
import { type ChildProcess, execFile } from "node:child_process";
import { isDeepStrictEqual, promisify } from "node:util";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, makeMemoryFolder } from "@portico/store/testing";
import { startProcess } from "@portico/server/testing";
import { createTestClient, http, parseEther, publicActions, walletActions } from "viem";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { checkOutEarlier, findCommit, findPreviousSchema, removeEarlier } from "./testing/earlierVersion.ts";
import { type RunFile, interrupt, signalGroup, startPortico, untilReady } from "./testing/startPortico.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "..");
const previous = findPreviousSchema();
const commit = previous === undefined ? undefined : findCommit(previous);
if (commit === undefined)
  console.warn(
    "NOT TESTED: the previous release on the new schema, because this clone has no commit with another schema",
  );

const LIMIT_MS = 900_000;
const scratch = mkdtempSync(join(tmpdir(), "portico-previous-"));
const earlier = join(scratch, "earlier");
let state: string | undefined;
const running = new Set<ChildProcess>();
beforeAll(() => {
  if (commit !== undefined) checkOutEarlier(commit, earlier);
}, LIMIT_MS);
afterAll(() => {
  for (const child of running) signalGroup(child, "SIGKILL");
  removeEarlier(earlier);
  for (const folder of [scratch, state]) if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
}, LIMIT_MS);

/** `pnpm portico` of a checkout. */
async function portico(checkout: string, { databaseUrl }: RunFile, ...args: string[]): Promise<string> {
  const env = { ...process.env, DATABASE_URL: databaseUrl };
  return (await run("pnpm", ["exec", "node", "scripts/portico/main.ts", ...args], { cwd: checkout, env })).stdout;
}

/** Lists of an owner and of chains. */
const listPaths = (id: string): string[] => [
  "/v1/chain/list",
  "/v1/chain/status",
  `/v1/user/all_token_list?id=${id}&is_all=true`,
  `/v1/user/all_nft_list?id=${id}&is_all=true`,
  `/v1/user/all_simple_protocol_list?id=${id}`,
  `/v1/user/all_complex_protocol_list?id=${id}`,
  `/v1/user/history_list?id=${id}&chain_id=eth`,
  `/v1/user/token_authorized_list?id=${id}&chain_id=eth`,
  `/v1/user/total_balance?id=${id}`,
];

/** Of values that change with the time alone, or are read after they were requested. */
const TIMES = /_at$|^update|time|^lag|price_24h|^cache|_change$|_per_second$|_is_contract$/;
const withoutTimes = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (name, inner: unknown) => (TIMES.test(name) ? undefined : inner)));

async function readLists(apiUrl: string, { accessKey, demoOwner }: RunFile): Promise<Record<string, unknown>> {
  const answers = listPaths(demoOwner).map(async (path) => {
    const response = await fetch(apiUrl + path, { headers: { AccessKey: accessKey } });
    return [path.split("?")[0]!, { status: response.status, body: withoutTimes(await response.json()) }] as const;
  });
  return Object.fromEntries(await Promise.all(answers));
}

/** When nothing is being indexed: the same answers for a while. */
async function readSettled(file: RunFile): Promise<Record<string, unknown>> {
  const readings: Record<string, unknown>[] = [];
  const isSettled = async () => {
    readings.unshift(await readLists(file.apiUrl, file));
    const [last, ...before] = readings.slice(0, SETTLED);
    if (before.length < SETTLED - 1 || !before.every((one) => isDeepStrictEqual(one, last)))
      throw new Error("answers change");
  };
  await vi.waitFor(isSettled, { timeout: 240_000, interval: 5_000 });
  return readings[0]!;
}

/** Readings that are the same, five seconds apart. */
const SETTLED = 4;

/** A payment of the demo owner, which the indexer has to store. */
async function pay({ chains, demoOwner }: RunFile): Promise<string> {
  const eth = createTestClient({ mode: "anvil", transport: http(chains["eth"]?.rpcUrl) })
    .extend(walletActions)
    .extend(publicActions);
  const to = "0x00000000000000000000000000000000000000ab";
  const hash = await eth.sendTransaction({
    account: demoOwner as `0x${string}`,
    chain: null,
    to,
    value: parseEther("0.5"),
  });
  await eth.waitForTransactionReceipt({ hash });
  return hash;
}

async function readNewest({ apiUrl, accessKey, demoOwner }: RunFile): Promise<string | undefined> {
  const url = `${apiUrl}/v1/user/history_list?id=${demoOwner}&chain_id=eth`;
  const page = (await (await fetch(url, { headers: { AccessKey: accessKey } })).json()) as [
    { history_list: { id: string }[] },
  ];
  return page[0]?.history_list[0]?.id;
}

describe.skipIf(commit === undefined)(`the previous release (${commit?.slice(0, 8)})`, () => {
  test(
    "answers, indexes, counts units and starts on the schema of this version",
    async () => {
      state = await makeMemoryFolder();
      const started = await startPortico(state, {}, earlier);
      running.add(started.child);
      const file = await untilReady(state, started);
      const before = await readSettled(file);
      expect(Object.values(before).map((answer) => (answer as { status: number }).status)).toEqual(
        listPaths("").map(() => 200),
      );

      const migrated = await portico(root, file, "migrate");
      expect(migrated).toMatch(/^\d+ applied: the schema is of this version$/m);

      // the processes that were running
      expect(await readLists(file.apiUrl, file)).toEqual(before);
      const paid = await pay(file);
      await vi.waitFor(async () => expect(await readNewest(file)).toBe(paid), { timeout: 120_000, interval: 500 });

      // a new one, with an account that pays for its calls
      const [, account = ""] = /(acc_[\w-]+)/.exec(await portico(earlier, file, "accounts", "create", "late")) ?? [];
      await portico(earlier, file, "units", "grant", account, "1000", "--reason", "test");
      const printed = await portico(earlier, file, "keys", "create", "late", "--account", account);
      const [accessKey = ""] = /pk_[\w-]{49}/.exec(printed) ?? [];
      const rpcs = Object.entries(file.chains).map(([id, { rpcUrl }]) => [`PORTICO_RPC_${id.toUpperCase()}`, rpcUrl]);
      const settings = { DATABASE_URL: file.databaseUrl, PORTICO_API_PORT: String(await freePort()) };
      const api = startProcess(join(earlier, "apps/api/src/main.ts"), [], { ...settings, ...Object.fromEntries(rpcs) });
      const apiUrl = await api.url();
      const settled = await readSettled(file);
      expect(await readLists(apiUrl, { ...file, accessKey })).toEqual(settled);
      api.child.kill();
      expect(await api.end).toBe(0);
      const ledger = JSON.parse(await portico(earlier, file, "accounts", "list", "--query", account, "--json")) as {
        balance: number;
      }[];
      expect(ledger).toEqual([expect.objectContaining({ balance: expect.any(Number) })]);
      expect(ledger[0]!.balance).toBeLessThan(1000);
      await interrupt(started.child);
      running.delete(started.child);
    },
    LIMIT_MS,
  );
});
