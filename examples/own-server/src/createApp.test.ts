import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createClient, PorticoError, unwrap } from "@portico/client";
import { operationTable } from "@portico/contract";
import express from "express";
import type { OpenAPIBackend } from "openapi-backend";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { contractHandler, createApp } from "./createApp.ts";
import { createContractRouter } from "./contractRouter.ts";
import { createLedger, type Ledger } from "./ledger.ts";
import { operations } from "./operations.ts";

const OWNER = "0xD8DA6BF26964AF9D7EED9E03E53415D37AA96045";
const BROKEN = `0x${"b0".repeat(20)}`;
const ledger: Ledger = {
  listHoldings: async (address) => {
    if (address === BROKEN) throw new Error("a secret of the database");
    return createLedger().listHoldings(address);
  },
};
const isKey = (key: string): boolean => key === "right";

let router: OpenAPIBackend;
let url: string;
let stop: () => Promise<unknown>;
beforeAll(async () => {
  router = await createContractRouter({ operations, ledger, isKey });
  const server = createApp(router).listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  stop = async () => {
    server.closeAllConnections();
    await once(server.close(), "close");
  };
});
afterAll(() => stop());

const clientOf = (accessKey?: string) => createClient({ baseUrl: url, accessKey, retry: false });
const failure = async (call: Promise<unknown>) => {
  const error = await call.catch((thrown: unknown) => thrown);
  if (!(error instanceof PorticoError)) throw new Error("It did not fail as the contract specifies", { cause: error });
  return [error.status, error.code, error.problem?.errors] as const;
};

test("Portico's client parses every digit", async () => {
  const client = clientOf("right");
  const tokens = await unwrap(client.GET("/v1/user/token_list", { params: { query: { id: OWNER, chain_id: "eth" } } }));
  expect(tokens.map(({ id, raw_amount: raw }) => [id, raw])).toEqual([
    ["eth", 12_345_678_901_234_567_891n],
    ["own:eurx", 250_000_000n],
  ]);
  const total = await unwrap(client.GET("/v1/user/total_balance", { params: { query: { id: OWNER } } }));
  expect(total.total_usd_value).toBeCloseTo(37_312.03, 1);
});

test("amounts are integers also in an app that gives BigInt a toJSON", async () => {
  const prototype = BigInt.prototype as { toJSON?: (this: bigint) => string };
  try {
    prototype.toJSON = function () {
      return this.toString();
    };
    const target = `${url}/v1/user/token_list?id=${OWNER}&chain_id=eth`;
    const text = await (await fetch(target, { headers: { AccessKey: "right" } })).text();
    expect(text).toContain('"raw_amount":12345678901234567891');
  } finally {
    delete prototype.toJSON;
  }
});

test("errors are reported in the contract's form, and a bug reveals nothing", async () => {
  const list = (accessKey: string | undefined, id: string, chain = "eth") =>
    unwrap(clientOf(accessKey).GET("/v1/user/token_list", { params: { query: { id, chain_id: chain } } }));
  expect(await failure(list(undefined, OWNER))).toEqual([401, "access_key_missing", undefined]);
  expect(await failure(list("wrong", OWNER))).toEqual([401, "access_key_invalid", undefined]);
  expect(await failure(list("right", "0x1"))).toEqual([400, "invalid_address", undefined]);
  expect(await failure(list("right", OWNER, "doge"))).toEqual([400, "invalid_chain", undefined]);
  expect(await failure(unwrap(clientOf("right").GET("/v1/chain/list")))).toEqual([501, "not_implemented", undefined]);

  const get = async (path: string) => (await fetch(url + path, { headers: { AccessKey: "right" } })).json();
  expect(await get("/v1/user/token_list?chain_id=eth")).toMatchObject({
    status: 400,
    code: "invalid_params",
    errors: { id: expect.stringContaining("required") as string },
  });
  expect(await get("/nowhere")).toMatchObject({ status: 404, code: "not_found" });
  expect(await get("/dashboard/apps/any")).toMatchObject({ status: 501, code: "not_implemented" });

  const logged = vi.spyOn(console, "error").mockReturnValue();
  const broken = JSON.stringify(await get(`/v1/user/token_list?id=${BROKEN}&chain_id=eth`));
  expect(broken).toContain('"code":"internal_error"');
  expect(broken).not.toContain("secret");
  expect(logged).toHaveBeenCalledOnce();
  logged.mockRestore();
});

test("a body that isn't JSON, or too long, gets an error of the contract", async () => {
  const post = async (body: string) => {
    const headers = { AccessKey: "right", "Content-Type": "application/json" };
    return (await fetch(`${url}/v1/user/token_list`, { method: "POST", headers, body })).json();
  };
  expect(await post("{bad")).toMatchObject({ status: 400, code: "invalid_params" });
  expect(await post(`"${"long".repeat(30_000)}"`)).toMatchObject({ status: 413, code: "content_too_large" });
});

test("HEAD responds like GET, without the body", async () => {
  const response = await fetch(`${url}/healthz`, { method: "HEAD" });
  expect([response.status, await response.text()]).toEqual([200, ""]);
});

test("mounted under a path of an existing app, it leaves the app's own routes alone", async () => {
  const app = express()
    .use("/portico", contractHandler(router))
    .get("/mine", (_request, response) => void response.send("mine"));
  const server = app.listen(0, "127.0.0.1");
  await once(server, "listening");
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = createClient({ baseUrl: `${base}/portico`, accessKey: "right", retry: false });
  const total = await unwrap(client.GET("/v1/user/total_balance", { params: { query: { id: OWNER } } }));
  expect(total.total_usd_value).toBeGreaterThan(0);
  expect(await (await fetch(`${base}/mine`)).text()).toBe("mine");
  server.closeAllConnections();
  await once(server.close(), "close");
});

test("every response matches the contract's schema", async () => {
  const targets = {
    getHealthz: "",
    getUserTokenList: `?id=${OWNER}&chain_id=eth`,
    getUserTotalBalance: `?id=${OWNER}`,
  };
  for (const [id, query] of Object.entries(targets) as [keyof typeof operations, string][]) {
    const response = await fetch(url + operationTable[id].path + query, { headers: { AccessKey: "right" } });
    expect(response.headers.get("x-request-id")).toMatch(/^[\w-]{36}$/);
    const { errors } = router.validateResponse(await response.json(), id, response.status);
    expect(errors ?? []).toEqual([]);
  }
});
