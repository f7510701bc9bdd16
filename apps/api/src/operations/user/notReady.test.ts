import { ensureChainState } from "@portico/store";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ALICE } from "../../testing/fillStore.ts";
import { readProblem } from "../../testing/readProblem.ts";
import { startFilledApi } from "../../testing/startFilledApi.ts";
import { startTestApi, type TestApi } from "../../testing/startTestApi.ts";

let empty: TestApi;
/** Two chains during their first sync. */
let young: TestApi;
let filled: TestApi;
beforeAll(async () => {
  const start = () => startTestApi({ initialScanWaitMs: 1 });
  [empty, young, filled] = await Promise.all([start(), start(), startFilledApi({ initialScanWaitMs: 1 })]);
  await ensureChainState(young.db, { chain: "eth", chainId: 1, startBlock: 5n });
  await ensureChainState(young.db, { chain: "matic", chainId: 137, startBlock: 5n });
  await ensureChainState(filled.db, { chain: "matic", chainId: 137, startBlock: 5n });
});
afterAll(() => Promise.all([empty.stop(), young.stop(), filled.stop()]));

const UNKNOWN = `0x${"77".repeat(20)}`;
const LISTS_OF_ALL = ["total_balance", "used_chain_list", "complex_app_list"];
const LISTED = [
  "all_token_list",
  "all_nft_list",
  "all_complex_protocol_list",
  "all_simple_protocol_list",
  "history_list",
  "all_history_list",
  "total_net_curve",
];

const request = (api: TestApi, name: string, id: string, more = "") =>
  api.get(
    `/v1/user/${name}?id=${id}${name === "protocol" && !more.includes("protocol_id") ? "&protocol_id=aave3" : ""}${more}`,
  );

/** The response without the fields that every problem has. */
async function readNotReady(pending: Promise<Response>) {
  const response = await pending;
  const { status, code, detail } = await readProblem(response);
  return { status, code, detail, retryAfter: response.headers.get("retry-after") };
}

const notReady = (detail: string) => ({ status: 503, code: "upstream_error", detail, retryAfter: "5" });

test.each([...LISTED, ...LISTS_OF_ALL])("%s is 503 while no chain is served", async (name) => {
  expect(await readNotReady(request(empty, name, ALICE))).toEqual(notReady("No chain is served here yet"));
});

test.each([...LISTED, ...LISTS_OF_ALL, "protocol"])("%s is 503 while no chain is ready", async (name) => {
  const detail = expect.stringMatching(
    /^None of the chains is ready for this address yet: (matic|eth|matic, eth)$/,
  ) as string;
  expect(await readNotReady(request(young, name, ALICE))).toEqual(notReady(detail));
});

test.each(LISTED)(
  "%s is 503 if none of the requested chains is ready, and otherwise names those that are not",
  async (name) => {
    const detail = "None of the chains is ready for this address yet: arb";
    expect(await readNotReady(request(filled, name, ALICE, "&chain_ids=arb,bsc"))).toEqual(notReady(detail));
    const partial = await request(filled, name, ALICE, "&chain_ids=arb,bsc,base");
    expect(partial.status).toBe(200);
    expect(partial.headers.get("portico-chains")).toMatch(/^base;block=.*, arb;syncing, bsc;unserved$/);
    const unserved = await request(filled, name, ALICE, "&chain_ids=bsc");
    expect([unserved.status, unserved.headers.get("portico-chains")]).toEqual([200, "bsc;unserved"]);
  },
);

test("protocol is 503 while the protocol's own chain is not ready, even if other requested chains are", async () => {
  const response = request(filled, "protocol", ALICE, "&protocol_id=arb_aave3&chain_ids=arb,base");
  expect(await readNotReady(response)).toEqual(notReady("None of the chains is ready for this address yet: arb"));
  const elsewhere = await request(filled, "protocol", ALICE, "&protocol_id=arb_aave3&chain_ids=base");
  expect([elsewhere.status, await elsewhere.json()]).toEqual([200, []]);
});

test("complex_app_list is 503 while no chain with applications is ready, even if other chains are", async () => {
  const response = request(filled, "complex_app_list", ALICE, "&chain_ids=matic,base");
  expect(await readNotReady(response)).toEqual(notReady("None of the chains is ready for this address yet: matic"));
});

test("an address that was not scanned yet does not look like an empty wallet", async () => {
  const detail = "None of the chains is ready for this address yet: eth";
  expect(await readNotReady(request(filled, "all_token_list", UNKNOWN, "&chain_ids=eth"))).toEqual(notReady(detail));
});
