import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeEach, expect, test } from "vitest";
import { ERRORS, ServiceError } from "../problem/errors.ts";
import { createPipeline, type PipelineOptions } from "./createPipeline.ts";
import { openExchange, type Exchange } from "./exchange.ts";
import type { Reply } from "./handle.ts";
import { splitTarget } from "./splitTarget.ts";

const query = { name: "n", in: "query", schema: { type: "integer", minimum: 1, default: 7 } };
const id = { name: "id", in: "path", required: true, schema: { type: "string" } };
const fields = { name: "X-Fields", in: "header", schema: { type: "string" } };
const definition = {
  openapi: "3.1.0",
  info: { title: "t", version: "1" },
  security: [{ Key: [] }],
  paths: {
    "/open": { get: { operationId: "getOpen", security: [], parameters: [query, fields], responses: {} } },
    "/things/{id}": {
      get: { operationId: "getThing", parameters: [id, query, fields], responses: {} },
      put: { operationId: "putThing", parameters: [id], requestBody: { required: true, content: {} }, responses: {} },
    },
  },
};

type Id = "getOpen" | "getThing" | "putThing";

/** What the stages did for the last request, in order. */
let steps: string[] = [];
/** The stage that refuses requests. */
let refusing: string | undefined;
let cached: Reply | undefined;
beforeEach(() => {
  steps = [];
  refusing = undefined;
  cached = undefined;
  answer = createPipeline(options);
});

function step(name: string): void {
  steps.push(name);
  if (refusing === name) throw new ServiceError("rate_limited", name);
}

const echo = async ({ operationId, path, query: given }: { operationId: string; path: object; query: object }) => {
  step("handle");
  return { body: { operationId, path, given } };
};

const send = (res: ServerResponse, status: number, body: unknown, headers = {}): void =>
  void res.writeHead(status, headers).end(JSON.stringify(body));

const options: PipelineOptions<Id, Exchange, Reply> = {
  definition,
  handlers: { getOpen: echo, getThing: echo, putThing: echo },
  authenticate: async () => step("authenticate"),
  limit: async () => step("limit"),
  cache: { find: () => cached, onMiss: () => step("miss") },
  readBody: async () => {
    step("body");
    return {};
  },
  charge: async (exchange) => {
    step("charge");
    exchange.charge = { refund: () => steps.push("refund") };
  },
  provide: () => ({}),
  checkReply: () => step("check"),
  send: ({ res }, { status = 200, body }) => {
    step("send");
    send(res, status, body);
  },
  fail: ({ res }, error) => {
    if (!(error instanceof ServiceError)) return send(res, 500, String(error));
    send(res, ERRORS[error.code][0], error.code, error.headers);
  },
};

let answer: (exchange: Exchange) => Promise<void>;
const server = createServer((req, res) => void answer(openExchange(req, res, splitTarget(req.url ?? ""))));
await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
afterAll(() => server.close());
const request = async (target: string, init: RequestInit = {}) => {
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${target}`, init);
  const text = await response.text();
  return {
    status: response.status,
    body: text === "" ? undefined : JSON.parse(text),
    allow: response.headers.get("allow"),
  };
};

test("a request walks the stages once each and in one order", async () => {
  expect(await request("/things/a%20b?n=3")).toMatchObject({
    status: 200,
    body: { operationId: "getThing", path: { id: "a b" }, given: { n: 3 } },
  });
  expect(steps).toEqual(["authenticate", "limit", "miss", "charge", "handle", "check", "send"]);
  steps = [];
  await request("/things/1", { method: "PUT", body: "{}" });
  expect(steps).toEqual(["authenticate", "limit", "miss", "body", "charge", "handle", "check", "send"]);
});

test("an operation without security is neither authenticated nor limited, and gets its defaults", async () => {
  expect((await request("/open/")).body).toMatchObject({ given: { n: 7 } });
  expect(steps).toEqual(["miss", "charge", "handle", "check", "send"]);
});

test.each([
  ["authenticate", ["authenticate"]],
  ["limit", ["authenticate", "limit"]],
  ["charge", ["authenticate", "limit", "miss", "charge"]],
  ["handle", ["authenticate", "limit", "miss", "charge", "handle", "refund"]],
  ["check", ["authenticate", "limit", "miss", "charge", "handle", "check", "refund"]],
])("a refusal of %s ends the walk, and what was charged is refunded", async (name, walked) => {
  refusing = name;
  expect(await request("/things/1")).toMatchObject({ status: 429, body: "rate_limited" });
  expect(steps).toEqual(walked);
});

test.each([
  ["an invalid parameter", "?n=0", "", "invalid_params"],
  ["a parameter of another type", "?n=x", "", "invalid_params"],
  ["a mask that can't be parsed", "", "{a", "mask_parse_error"],
])("%s is refused before anything is charged", async (_name, text, mask, code) => {
  expect((await request(`/things/1${text}`, { headers: { "X-Fields": mask } })).body).toBe(code);
  expect(steps).toEqual(["authenticate", "limit", "miss"]);
});

test("a mask reduces the reply after it was checked", async () => {
  const { body } = await request("/things/1", { headers: { "X-Fields": "given{n}" } });
  expect(body).toEqual({ given: { n: 7 } });
});

test("a cached reply is authenticated, limited and charged, and its handler isn't called", async () => {
  cached = { status: 200, body: "cached" };
  expect((await request("/things/1")).body).toBe("cached");
  expect(steps).toEqual(["authenticate", "limit", "charge", "send"]);
});

test("unknown paths are 404, other methods 405 with the header Allow; HEAD is GET", async () => {
  expect(await request("/things/1/more")).toMatchObject({ status: 404, body: "not_found" });
  expect(await request("/things/1/", { method: "POST" })).toMatchObject({ status: 405, allow: "GET, PUT, HEAD" });
  expect((await request("/things/1", { method: "HEAD" })).status).toBe(200);
});

test("every handler needs an operation; a missing handler is a type error, and a fault of its operation alone", async () => {
  const { getOpen, getThing, putThing } = options.handlers;
  // @ts-expect-error -- a missing handler is a type error
  answer = createPipeline<Id, Exchange, Reply>({ ...options, handlers: { getOpen } });
  expect((await request("/open")).status).toBe(200);
  steps = [];
  expect(await request("/things/1")).toEqual({ status: 500, body: "TypeError: getThing has no handler", allow: null });
  expect(steps).toEqual(["authenticate", "limit", "miss"]);
  const handlers = { getOpen, getThing, putThing, getOther: getOpen };
  expect(() => createPipeline({ ...options, handlers })).toThrow("getOther");
});
