import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { ensureArtefact } from "@portico/artefacts";
import { startProcess, type TestProcess } from "@portico/server/testing";
import { createAccessKey, createAccount, grantUnits } from "@portico/store";
import { createTestDatabase, type TestDatabase } from "@portico/store/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ALICE, fillStore } from "./testing/fillStore.ts";

const MAIN = await ensureArtefact("api");
const NODE_SECRET = "node-secret-7f3a";

/** Records requests: a collector of traces, and a node that refuses. */
async function startListener() {
  const bodies: string[] = [];
  const server = createServer((req, res) => {
    let body = "";
    req.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
    req.once("end", () => {
      bodies.push(body);
      res.writeHead(req.url === "/v1/traces" ? 200 : 403).end("{}");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bodies, server };
}

interface SentSpan {
  name: string;
  traceId: string;
  kind: number;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}

let database: TestDatabase;
let listener: Awaited<ReturnType<typeof startListener>>;
let service: TestProcess;
let url: string;
let metricsUrl: string;
let key: string;
const headers = () => ({ AccessKey: key });

beforeAll(async () => {
  [database, listener] = await Promise.all([createTestDatabase(), startListener()]);
  await fillStore(database.db);
  const { id: accountId } = await createAccount(database.db, { name: "Test" });
  await grantUnits(database.db, { accountId, amount: 1000, reason: "grant", actor: "test" });
  ({ key } = await createAccessKey(database.db, { name: "test", accountId, isWalletEnabled: true }));
  service = startProcess(MAIN, [], {
    DATABASE_URL: database.url,
    PORTICO_API_PORT: "0",
    PORTICO_API_METRICS_PORT: "0",
    PORTICO_SIGHT_WAIT_MS: "50",
    PORTICO_RPC_ETH: `${listener.url}/${NODE_SECRET}`,
    OTEL_EXPORTER_OTLP_ENDPOINT: listener.url,
  });
  url = await service.url();
  metricsUrl = /"metrics":"([^"]+)"/.exec(service.output())?.[1] ?? "";
});
afterAll(async () => {
  service.child.kill("SIGKILL");
  await service.end;
  listener.server.closeAllConnections();
  listener.server.close();
  await database.drop();
});

test("H11 K09 counts, logs and traces include each request, and never a key, an address or the content of a node's URL", async () => {
  const list = `/v1/user/token_list?id=${ALICE}&chain_id=base`;
  const answers: Response[] = [];
  const request = async (target: string, init?: RequestInit) => {
    const answer = await fetch(url + target, init);
    answers.push(answer);
    return await answer.text();
  };
  for (let round = 0; round < 4; round++) await request(list, { headers: headers() });
  const logged = [
    await request(`${list}&access_key=${key}`), // in the wrong place
    await request(`/v1/user/token_list?id=${key}`, { headers: headers() }),
    await request(`/${key}`, { headers: headers() }),
    await request("/v1/wallet/explain_tx", {
      method: "POST",
      headers: { ...headers(), "Content-Type": "application/json" },
      body: JSON.stringify({ tx: key }),
    }),
    await request("/v1/wallet/gas_market?chain_id=eth", { headers: headers() }),
  ];
  for (const target of ["/metrics", "/debug", "/swagger", "/debug/pprof"]) {
    expect([target, (await fetch(url + target, { headers: headers() })).status]).toEqual([target, 404]);
  }
  expect(answers.map(({ status }) => status).slice(0, 8)).toEqual([200, 200, 200, 200, 401, 400, 404, 400]);

  const lines = (await (await fetch(metricsUrl)).text()).split("\n");
  const count = (name: string) => lines.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1);
  expect(count('portico_request_seconds_count{operation="getUserTokenList",status="2xx"}')).toBe("4");
  expect(count('portico_problems_total{operation="getUserTokenList",code="access_key_missing"}')).toBe("1");
  expect(count('portico_problems_total{operation="none",code="not_found"}')).toBe("5");
  expect(Number(count('portico_units_charged_total{operation="getUserTokenList"}'))).toBeGreaterThanOrEqual(4);
  expect(Number(count("portico_kept_answer_hits_total"))).toBeGreaterThanOrEqual(1);
  expect(Number(count("portico_kept_answer_misses_total"))).toBeGreaterThanOrEqual(1);
  expect(count("portico_requests_in_flight")).toBe("0");
  expect(count("portico_database_connections_max")).toBe("20");
  expect(Number(count("portico_database_connections"))).toBeGreaterThanOrEqual(1);
  expect(lines.some((line) => line.startsWith('portico_rpc_requests_total{chain="eth",host="127.0.0.1:'))).toBe(true);
  expect(lines.some((line) => line.startsWith("nodejs_eventloop_lag_p99_seconds"))).toBe(true);

  service.child.kill("SIGTERM");
  expect(await service.end).toBe(0);
  const spans = listener.bodies.filter((body) => body.includes("resourceSpans")).flatMap(readSpans);
  const requestIds = answers.map(({ headers: sent }) => sent.get("x-request-id"));
  const served = spans.filter(({ kind }) => kind === 2);
  expect(served.map((span) => find(span, "portico.request_id"))).toEqual(expect.arrayContaining(requestIds));
  const first = served.find((span) => find(span, "portico.request_id") === requestIds[0]);
  expect([first?.name, find(first, "portico.operation")]).toEqual(["getUserTokenList", "getUserTokenList"]);
  const below = spans.filter(({ traceId, kind }) => traceId === first?.traceId && kind !== 2);
  expect(below.map(({ name }) => name).join()).toContain("pg.query");
  expect(spans.some((span) => find(span, "server.address") === "127.0.0.1" && find(span, "http.request.method"))).toBe(
    true,
  );

  const secret = new RegExp(`${key}|${key.slice(3, 30)}|${NODE_SECRET}`);
  const texts = {
    lines: lines.join("\n"),
    log: service.output(),
    spans: JSON.stringify(spans),
    logged: logged.join("\n"),
  };
  expect(Object.entries(texts).flatMap(([name, text]) => (secret.test(text) ? [name] : []))).toEqual([]);
  expect(texts.lines + texts.spans).not.toContain(ALICE);
  for (const id of requestIds) expect(texts.log).toContain(`"requestId":"${id}"`);
});

function readSpans(body: string): SentSpan[] {
  const { resourceSpans } = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] };
  return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
}

const find = (span: SentSpan | undefined, name: string) =>
  span?.attributes.find(({ key: own }) => own === name)?.value.stringValue;
