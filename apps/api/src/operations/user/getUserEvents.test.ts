import type { OwnerEvent } from "@portico/contract";
import { inTransaction, rewindChain } from "@portico/store";
import { emptyEvents, mine, storeMined } from "@portico/store/testing";
import { createAccessKey, createAccount, grantUnits, listRequests, revokeAccessKey } from "@portico/store";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DEFAULT_EVENT_SETTINGS } from "../../events/eventSettings.ts";
import { readEvents, type SentEvent } from "../../events/testing/readEvents.ts";
import { readProblem } from "../../testing/readProblem.ts";
import { startTestApi, type TestApi } from "../../testing/startTestApi.ts";

const ALICE = `0x${"0".repeat(39)}a` as const;
const PATH = `/v1/user/events?id=${ALICE}`;

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi({ events: { ...DEFAULT_EVENT_SETTINGS, heartbeatMs: 50, pollMs: 200 } });
  await emptyEvents(api.db);
  await storeMined(api.db, [mine(0, 0, [])], undefined);
});
afterAll(() => api.stop());

interface Opened {
  /** The next event; undefined at the end. */
  readonly next: () => Promise<SentEvent | undefined>;
  readonly close: () => void;
}

async function open(headers: Record<string, string> = {}, query = ""): Promise<Opened> {
  const abort = new AbortController();
  const response = await fetch(api.url + PATH + query, {
    headers: { AccessKey: api.key, ...headers },
    signal: abort.signal,
  });
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
  const events = readEvents(response);
  return {
    next: async () => (await events.next()).value as SentEvent | undefined,
    close: () => abort.abort(),
  };
}

const summarize = (sent: SentEvent | undefined): string => {
  const { number, previous_number: previous, block } = JSON.parse(sent?.data ?? "{}") as OwnerEvent;
  return `${sent?.event} ${sent?.id}: ${number} after ${previous}, block ${block.number}`;
};

test("a stream tells of activity and reorganisations as they are stored, and goes on from Last-Event-ID", async () => {
  const stream = await open();
  const opened = await stream.next();
  expect(opened).toMatchObject({ event: "open", id: "eth:0" });
  await storeMined(api.db, [mine(1, 0, [ALICE])], mine(0, 0, []));
  expect(summarize(await stream.next())).toBe("activity eth:1: 1 after 0, block 1");
  await inTransaction(api.db, async (tx) => {
    await rewindChain(tx, "eth", mine(0, 0, []));
    await storeMined(tx, [mine(1, 1, [ALICE]), mine(2, 1, [ALICE])], mine(0, 0, []));
  });
  expect(summarize(await stream.next())).toBe("reverted eth:2: 2 after 1, block 1");
  stream.close();
  const resumed = await open({ "Last-Event-ID": "eth:2" });
  expect(JSON.parse((await resumed.next())?.data ?? "")).toEqual({
    chains: [{ chain_id: "eth", since_block: 0, first_number: 1, last_number: 4 }],
  });
  expect(summarize(await resumed.next())).toBe("activity eth:3: 3 after 2, block 1");
  expect(summarize(await resumed.next())).toBe("activity eth:4: 4 after 3, block 2");
  resumed.close();
  const ofNfts = await open({ "Last-Event-ID": "eth:0" }, "&kinds=nft&chain_ids=eth");
  await ofNfts.next();
  await storeMined(api.db, [mine(3, 1, [ALICE])], mine(2, 1, []));
  const ofTokens = await open({ "Last-Event-ID": "eth:4" }, "&kinds=nft,token");
  await ofTokens.next();
  expect(summarize(await ofTokens.next())).toBe("activity eth:5: 5 after 4, block 3");
  ofTokens.close();
  ofNfts.close();
});

test.each([
  ["nonsense", "must be the id of an event of this stream, not 'nonsense'. eth: events 2 to 5 are kept"],
  ["eth:9", "names event 9 of eth, which was never written. eth: events 2 to 5 are kept"],
  ["eth:0", "names event 0 of eth, and later ones are gone. eth: events 2 to 5 are kept"],
])("the Last-Event-ID %s is refused, with what is kept", async (id, text) => {
  await api.db.deleteFrom("owner_event").where("number", "=", 1n).execute();
  const problem = await readProblem(await api.get(PATH, { "Last-Event-ID": id }));
  expect(problem).toMatchObject({ code: "invalid_params", errors: { "Last-Event-ID": text } });
});

test.each([
  ["&chain_ids=eth,nowhere", "invalid_chain"],
  ["&kinds=tokens", "invalid_params"],
  ["x", "invalid_address"],
])("%s is refused: %s", async (query, code) => {
  expect((await readProblem(await api.get(PATH + query))).code).toBe(code);
});

test("a stream ends, with the reason, when its key is revoked, the units are used up, or the server stops", async () => {
  const { id, key } = await createAccessKey(api.db, { name: "revoked" });
  const revoked = await open({ AccessKey: key });
  await revoked.next();
  await revokeAccessKey(api.db, id);
  expect(await revoked.next()).toMatchObject({ event: "end", data: '{"reason":"key"}' });
  expect(await revoked.next()).toBeUndefined();

  const { id: accountId } = await createAccount(api.db, { name: "payer" });
  const payer = await createAccessKey(api.db, { name: "payer", accountId });
  await grantUnits(api.db, { accountId, amount: 2, reason: "grant", actor: "test" });
  const paid = await open({ AccessKey: payer.key, "Last-Event-ID": "eth:4" });
  await paid.next();
  expect(summarize(await paid.next())).toBe("activity eth:5: 5 after 4, block 3");
  await storeMined(api.db, [mine(4, 1, [ALICE])], mine(3, 1, []));
  expect(await paid.next()).toMatchObject({ event: "end", data: '{"reason":"units"}' });
  const readUnits = async () => (await listRequests(api.db, { accountId, start: 0, limit: 1 })).requests[0]?.units;
  await expect.poll(readUnits, { timeout: 20_000 }).toBe(2); // none for what could not be charged

  const last = await open();
  await last.next();
  const stopped = (api.server as unknown as { stop: (timeoutMs: number) => Promise<number> }).stop(5_000);
  expect(await last.next()).toMatchObject({ event: "end", data: '{"reason":"stopping"}' });
  expect(await stopped).toBe(0);
  api.server.listen(api.port, "127.0.0.1"); // for the end of the tests
});
