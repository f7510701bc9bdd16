import { rmSync } from "node:fs";
import { PassThrough } from "node:stream";
import { migrate, restoreBackup, writeBackup, ensureChainState } from "@portico/store";
import {
  createTemplate,
  createTestDatabase,
  findOtherPostgres,
  makeDownloadFolder,
  startOtherPostgres,
} from "@portico/store/testing";
import { afterAll, expect, test } from "vitest";
import { fillNfts } from "./testing/fillNfts.ts";
import { DAVE, ERIN, fillOwners } from "./testing/fillOwners.ts";
import { ALICE, BOB, fillStore, USDC } from "./testing/fillStore.ts";
import { storeTransactions } from "./testing/history.ts";
import { TEST_TRANSACTIONS } from "./testing/startHistoryApi.ts";
import { startTestApi, type TestApi } from "./testing/startTestApi.ts";

const PATHS = [
  "/v1/user/all_token_list?is_all=true",
  "/v1/user/total_balance?",
  "/v1/user/all_nft_list?is_all=true",
  "/v1/user/all_complex_protocol_list?",
  "/v1/user/all_simple_protocol_list?",
  "/v1/user/all_history_list?",
  "/v1/user/history_list?chain_id=eth",
  "/v1/user/used_chain_list?",
  "/v1/user/token_authorized_list?chain_id=eth",
  "/v1/user/nft_authorized_list?chain_id=eth",
  "/v1/user/ledger?chain_id=eth",
];
const OWNERS = [ALICE, BOB, DAVE, ERIN];
const OF_CHAINS = [`/v1/token/top_holders?chain_id=eth&id=${USDC}`, "/v1/chain/list", "/v1/protocol/list?chain_id=eth"];

/** Status, chains and body of each list, of every owner. */
async function readAnswers({ get }: TestApi): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  const targets = [...OF_CHAINS, ...OWNERS.flatMap((owner) => PATHS.map((path) => `${path}&id=${owner}`))];
  for (const target of targets) {
    const res = await get(target.replace("?&", "?"));
    found[target] = [res.status, res.headers.get("portico-chains"), await res.text()].join(" ");
  }
  return found;
}

async function startScene(server: { serverUrl: string; template: string } | undefined): Promise<TestApi> {
  const api = await startTestApi(server);
  for (const fill of [fillStore, fillOwners, fillNfts]) await fill(api.db);
  const stored = { ...TEST_TRANSACTIONS };
  await storeTransactions(api.db, Object.values(stored));
  await api.api.tokens.reload();
  return api;
}

const downloads = await makeDownloadFolder();
const bundled = await startScene(undefined);
const expected = await readAnswers(bundled);
afterAll(async () => {
  await bundled.stop();
  rmSync(downloads, { recursive: true, force: true });
});

test.each([15, 16, 17])(
  "PostgreSQL %i gives the answers of the bundled version, byte for byte, and upgrades an older database",
  async (major) => {
    const answered = Object.values(expected).filter((answer) => answer.startsWith("200 ") && answer.length > 200);
    expect(answered.length).toBeGreaterThan(20);
    const programs = await findOtherPostgres(major, downloads);
    if (programs === undefined) return;
    const server = await startOtherPostgres(programs);
    console.warn(`PostgreSQL ${server.version} is tested`);
    expect(server.version).toMatch(new RegExp(`^${major}\\.`));
    const serverUrl = server.url;
    try {
      const api = await startScene({ serverUrl, template: await createTemplate(serverUrl) });
      expect(await readAnswers(api)).toEqual(expected);
      await api.stop();

      const older = await createTestDatabase({ serverUrl, template: "template1" });
      await migrate(older.db, { upTo: "0020_subjects" });
      await ensureChainState(older.db, { chain: "eth", chainId: 1, startBlock: 7n });
      expect((await migrate(older.db)).at(0)).toBe("0021_block_times");
      const piped = new PassThrough();
      const [, { tables }] = await Promise.all([
        writeBackup(bundled.db, piped, { version: "1" }).finally(() => piped.end()),
        restoreBackup(older.db, piped),
      ]);
      expect(tables.find(({ table }) => table === "access_key")?.rows).toBe(1);
      await older.drop();
    } finally {
      await server.stop();
    }
  },
);
