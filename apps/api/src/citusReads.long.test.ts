import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createHttpServer, createLog } from "@portico/server";
import { createServiceMetrics } from "@portico/server/metrics";
import { recordLines } from "@portico/server/testing";
import { createAccessKey, parseReadUrls } from "@portico/store";
import { createTemplate, createTestDatabase, startCitus } from "@portico/store/testing";
import type { TestDatabase } from "@portico/store/testing";
import { afterAll, describe, expect, test } from "vitest";
import { createApi } from "./createApi.ts";
import { fillNfts } from "./testing/fillNfts.ts";
import { DAVE, ERIN, fillOwners } from "./testing/fillOwners.ts";
import { ALICE, fillStore, USDC } from "./testing/fillStore.ts";

const citus = await startCitus();
afterAll(async () => await citus?.stop());

const OF_ONE_CHAIN =
  "token_list nft_list simple_protocol_list complex_protocol_list history_list token_authorized_list nft_authorized_list chain_balance chain_net_curve complex_app_list";
const OF_ALL_CHAINS =
  "total_balance used_chain_list all_token_list all_nft_list all_history_list total_net_curve all_simple_protocol_list all_complex_protocol_list";
/** Per owner: on each of two chains, and on all. */
const TARGETS = [ALICE, DAVE, ERIN].flatMap((id) => [
  ...["eth", "base"].flatMap((chain) =>
    OF_ONE_CHAIN.split(" ").map((name) => `/v1/user/${name}?id=${id}&chain_id=${chain}`),
  ),
  `/v1/user/token?id=${id}&chain_id=eth&token_id=${USDC}`,
  ...OF_ALL_CHAINS.split(" ").map((name) => `/v1/user/${name}?id=${id}`),
]);

/** An API over this database. Every answer is read anew. */
async function startApi({ db, url }: TestDatabase, readUrl: string) {
  await fillStore(db);
  await fillOwners(db);
  await fillNfts(db);
  const { key } = await createAccessKey(db, { name: "test", isWalletEnabled: true, isUnlimited: true });
  const metrics = createServiceMetrics({ withProcess: false });
  const { sink } = recordLines();
  const api = await createApi({
    databaseUrl: url,
    readUrls: parseReadUrls(readUrl),
    log: createLog("api", "info", sink),
    checkReplies: true,
    initialScanWaitMs: 50,
    answerBytes: 0,
    metrics,
  });
  const server = createHttpServer(api.app);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const get = async (target: string) => {
    const response = await fetch(origin + target, { headers: { AccessKey: key } });
    return { status: response.status, chains: response.headers.get("portico-chains"), body: await response.json() };
  };
  /** Reads that nodes answered, and those that the coordinator answered in their place. */
  const countReads = async () => {
    const text = await metrics.registry.metrics();
    const nodes = [...text.matchAll(/^portico_replica_reads_total\{.*\} (\d+)$/gm)].map(([, count]) => Number(count));
    return { nodes, missed: Number(/^portico_replica_missed_reads_total (\d+)$/m.exec(text)?.[1]) };
  };
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
    await api.close();
  };
  return { get, countReads, stop };
}

describe.runIf(citus !== undefined)("a distributed database", () => {
  test("what is read of owners from its nodes equals what one PostgreSQL answers", async () => {
    const { url: serverUrl, workers } = citus!;
    const template = await createTemplate(serverUrl);
    const [distributed, plain] = [await createTestDatabase({ serverUrl, template }), await createTestDatabase()];
    const atWorker = ({ url }: { url: string }) =>
      Object.assign(new URL(distributed.url), { host: new URL(url).host }).href;
    const overNodes = await startApi(distributed, workers.map(atWorker).join(","));
    const overOne = await startApi(plain, "");
    try {
      for (const target of TARGETS) {
        const [ours, expected] = [await overNodes.get(target), await overOne.get(target)];
        expect([target, expected.status]).toEqual([target, 200]);
        expect([target, ours]).toEqual([target, expected]);
      }
      const { nodes, missed } = await overNodes.countReads();
      expect(missed).toBe(0);
      expect(nodes.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(TARGETS.length);
    } finally {
      await overNodes.stop();
      await overOne.stop();
      await distributed.drop();
      await plain.drop();
    }
  }, 180_000);
});
