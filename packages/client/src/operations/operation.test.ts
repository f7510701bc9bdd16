import { operationTable } from "@portico/contract";
import { expect, test } from "vitest";
import { createClient, unwrap, unwrapWithMeta } from "../index.ts";
import { startServer } from "../testing/startServer.ts";
import { operation } from "./operation.ts";
import * as operations from "./index.ts";

const MAX = 2n ** 256n - 1n;
const OWNER = "0x00000000000000000000000000000000000a11ce";

test("an operation is its call: query, headers and options as in the contract, and exact data", async () => {
  await using server = await startServer((response) =>
    response.writeHead(200, { "portico-chains": "eth;block=7" }).end(`[{"raw_amount":${MAX}}]`),
  );
  const client = createClient({ baseUrl: server.url, accessKey: "pk_1" });
  const call = operations.getUserAllTokenList(
    client,
    { id: OWNER, chain_ids: ["eth", "base"], is_all: false },
    { params: { header: { "X-Fields": "{raw_amount}" } }, timeoutMs: 5_000 },
  );
  const { data, meta } = await unwrapWithMeta(call);
  expect([data, meta.chains[0]?.block]).toEqual([[{ raw_amount: MAX }], 7]);
  expect(server.received[0]).toMatchObject({
    method: "GET",
    url: `/v1/user/all_token_list?id=${OWNER}&chain_ids=eth,base&is_all=false`,
    headers: { accesskey: "pk_1", "x-fields": "{raw_amount}" },
  });
});

test("the fields of a body are sent as JSON, with exact integers", async () => {
  await using server = await startServer((response) =>
    response.writeHead(400).end(`{"code":"invalid_params","message":"no"}`),
  );
  const client = createClient({ baseUrl: server.url });
  const tx = { chainId: 1, from: OWNER, value: MAX as never }; // the contract has text or a number here
  const call = operations.postWalletExplainTx(client, { tx });
  await expect(unwrap(call)).rejects.toMatchObject({ code: "invalid_params" });
  expect(server.received[0]).toMatchObject({ method: "POST", url: "/v1/wallet/explain_tx" });
  expect(server.received[0]?.body).toBe(`{"tx":{"chainId":1,"from":"${OWNER}","value":${MAX}}}`);
});

test("parameters of the path are put into it, and nowhere else", async () => {
  await using server = await startServer((response) => response.end("{}"));
  const client = createClient({ baseUrl: server.url });
  await operation("get", "/things/{thing_id}")(client, { thing_id: "a/b", limit: 5 });
  await operation("patch", "/things/{thing_id}", true)(client, { thing_id: "c", name: "d" });
  expect(server.received.map(({ method, url, body }) => [method, url, body])).toEqual([
    ["GET", "/things/a%2Fb?limit=5", ""],
    ["PATCH", "/things/c", `{"name":"d"}`],
  ]);
});

test("there is a function for each operation that a key or a user's token opens, and for no other", () => {
  const isStream = (responses: object) => Object.values(responses).flat().includes("text/event-stream");
  const opened = Object.entries(operationTable)
    .filter(([, { security }]) => security.some((scheme) => "AccessKey" in scheme || "OAuth2" in scheme))
    .filter(([, { responses }]) => !isStream(responses));
  expect(opened.length).toBeGreaterThan(60);
  expect(Object.keys(operations).toSorted()).toEqual(opened.map(([id]) => id).toSorted());
});
