import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import type { FetchRules } from "@portico/safe-fetch";
import { ServiceError } from "@portico/server";
import { listConnections, startHost } from "@portico/safe-fetch/testing";
import { afterAll, expect, test } from "vitest";
import { user, startTestDashboard } from "./testing/startTestDashboard.ts";
import type { Visitor } from "./testing/visitor.ts";
import { checkSite, createSiteChecks, type SiteChecks } from "./validation/checkSite.ts";

let file: string | undefined;
let onRequest: (() => Promise<unknown>) | undefined;
const site = createServer((req, res) => {
  if (file === undefined || req.url !== "/.well-known/portico-app.txt") res.writeHead(404);
  void Promise.resolve(onRequest?.()).then(() => res.end(file));
});
site.listen(0, "127.0.0.1");
await once(site, "listening");
const siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;

const guard = createSiteChecks({ allowsPrivate: false });
/** The real guard with fixed DNS results. */
const withDns = (addresses: readonly string[], hosts: string[] = []): SiteChecks => ({
  ...guard,
  rulesOf: (url) => ({
    ...guard.rulesOf(url),
    resolve: async (name) => {
      hosts.push(name);
      return addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    },
  }),
});

let records: string[][] = [];
const trusting: SiteChecks = {
  ...createSiteChecks({ allowsPrivate: true }),
  resolveTxt: async () => {
    if (records.length === 0) throw Object.assign(new Error("none"), { code: "ENODATA" });
    return records;
  },
};
const open = await startTestDashboard({ sites: trusting });
const guarded = await startTestDashboard({ sites: withDns(["10.0.0.7"]) });
const tester = await open.visit(user("1"));
const alice = await guarded.visit(user("1"));

let answer: (req: IncomingMessage, res: ServerResponse) => void = (_req, res) => res.end();
const host = await startHost((req, res) => answer(req, res));
afterAll(async () => {
  site.close();
  await Promise.all([open.stop(), guarded.stop(), host.stop()]);
});

/** An application with that site and a pending proof. */
async function begin(visitor: Visitor, url: string, method = "file") {
  const { body: app } = await visitor.request("POST", "/dashboard/apps", { json: { name: "Maps", site_url: url } });
  const path = `/dashboard/apps/${app.id}`;
  const { body: proof } = await visitor.request("POST", `${path}/validation`, { json: { method } });
  const check = async () => (await visitor.request("POST", `${path}/validation/check`)).body;
  return { path, proof, check };
}

test("a file proves a site: its location and content are stated, and what was found instead; another site revokes the proof", async () => {
  const { path, proof, check } = await begin(tester, `${siteUrl}shop/`);
  expect(proof.where).toBe(`${siteUrl}.well-known/portico-app.txt`);
  expect(proof.value).toMatch(/^portico-app-verification=[0-9a-f]{32}$/);
  expect((await tester.request("POST", `${path}/validation`, { json: { method: "file" } })).body).toEqual(proof);
  expect(await check()).toMatchObject({ is_validated: false, problem: expect.stringContaining("answered 404") });
  file = `${proof.value}0\n`;
  expect(await check()).toMatchObject({
    is_validated: false,
    problem: expect.stringContaining("no line that is exactly"),
  });
  expect((await tester.request("GET", path)).body).toMatchObject({ is_validated: false, validation: proof });
  file = `other=1\r\n ${proof.value}\r\n`;
  expect(await check()).toEqual({ is_validated: true, problem: null });
  const change = async (url: string) => (await tester.request("PATCH", path, { json: { site_url: url } })).body;
  expect(await change(`${siteUrl}new`)).toMatchObject({ is_validated: true });
  expect(await change("https://else.dev/")).toMatchObject({ is_validated: false, validation: null });
  expect(await check()).toMatchObject({ code: "invalid_params", detail: expect.stringContaining("/validation") });
});

test("another name ends the validation, and the same proof is checked again; a check that was in progress does not count", async () => {
  const { path, proof, check } = await begin(tester, `${siteUrl}renamed/`);
  file = proof.value;
  const rename = async (name: string) => (await tester.request("PATCH", path, { json: { name } })).body;
  const { is_validated: isValidated } = await check();
  expect(isValidated).toBe(true);
  expect(await rename(" Maps ")).toMatchObject({ name: "Maps", is_validated: true });
  expect(await rename("Your Bank")).toMatchObject({ name: "Your Bank", is_validated: false, validation: proof });
  const client = { json: { redirect_uris: ["https://maps.dev/back"] } };
  expect((await tester.request("POST", `${path}/clients`, client)).body.code).toBe("app_not_validated");
  const both = { json: { name: "Maps", site_url: `${siteUrl}new` } };
  expect(await check()).toEqual({ is_validated: true, problem: null });
  expect((await tester.request("PATCH", path, both)).body).toMatchObject({ is_validated: false, validation: proof });

  onRequest = () => rename("Charts");
  expect(await check()).toMatchObject({
    is_validated: false,
    problem: expect.stringContaining("changed in the meantime"),
  });
  onRequest = undefined;
  expect(await check()).toEqual({ is_validated: true, problem: null });
});

test("a TXT record proves a site, whole or in several strings", async () => {
  const { path, proof, check } = await begin(tester, "https://maps.dev/", "dns");
  expect(proof.where).toBe("_portico.maps.dev");
  expect((await check()).problem).toContain(`add a TXT record _portico.maps.dev with the value ${proof.value}`);
  records = [["v=spf1"], [`${proof.value}x`]];
  expect((await check()).problem).toContain("has 2 TXT records, but none is");
  records = [["v=spf1"], [proof.value.slice(0, 9), proof.value.slice(9)]];
  expect(await check()).toEqual({ is_validated: true, problem: null });
  expect((await tester.request("GET", path)).body.is_validated).toBe(true);
});

test.each([
  "https://127.0.0.1/",
  "https://2130706433/",
  "https://0x7f000001/",
  "https://127.1/",
  "https://[::ffff:127.0.0.1]/",
  "https://169.254.169.254/",
  "https://100.64.0.1/",
  "https://203.0.113.7/",
  "https://localhost/",
  "https://a.localhost./",
  "https://intranet/",
  "https://db.internal/",
  "https://maps.dev:8443/",
  "https://a:b@maps.dev/",
  "http://maps.dev/",
  "ftp://maps.dev/",
  "javascript:alert(1)",
  "maps.dev",
])("D05: the site %s is refused before any request", async (url) => {
  const { status, body } = await alice.request("POST", "/dashboard/apps", { json: { name: "Maps", site_url: url } });
  expect([status, body.code, Object.keys(body.errors)]).toEqual([400, "url_not_allowed", ["site_url"]]);
});

test("D05: a site whose name resolves into our network is refused", async () => {
  const { path } = await begin(alice, "https://maps.dev/");
  const { status, body } = await alice.request("POST", `${path}/validation/check`);
  expect([status, body.code]).toEqual([400, "url_not_allowed"]);
  expect(JSON.stringify(body)).not.toContain("10.0.0.7"); // internal addresses are not disclosed
});

test("D05, D07: no socket is opened to a non-public address, and DNS is queried once, for the address that is dialled", async () => {
  const proof = { siteUrl: "https://maps.dev/", method: "file", token: "x" } as const;
  for (const address of [
    "127.0.0.1",
    "10.0.0.7",
    "169.254.169.254",
    "100.64.0.1",
    "::1",
    "fd00::1",
    "::ffff:10.0.0.1",
  ]) {
    const hosts: string[] = [];
    const checks = withDns(["93.184.216.34", address], hosts);
    const connections = await listConnections(() => expect(checkSite(proof, checks)).rejects.toThrow("is not public"));
    expect([address, connections, hosts]).toEqual([address, [], ["maps.dev"]]);
  }
});

test("the cause of a failed check is logged, and not sent", async () => {
  const rulesOf = () => {
    throw new ServiceError("upstream_error", "No site can be read now", { cause: new Error("the reason") });
  };
  const failing = await startTestDashboard({ sites: { ...trusting, rulesOf } });
  const { check } = await begin(await failing.visit(user("1")), "https://maps.dev/");
  const body = await check();
  expect([body.code, body.detail]).toEqual(["upstream_error", "No site can be read now"]);
  expect(JSON.stringify(body)).not.toContain("the reason");
  const line = failing
    .logged()
    .split("\n")
    .find((text) => text.includes("the reason"));
  expect(JSON.parse(line ?? "{}")).toMatchObject({ msg: "an operation failed", requestId: body.request_id });
  await failing.stop();
});

/** Checks the site of this test's host, which the guard is opened for, within the guard's limits but `changes`. */
function look(changes: Partial<FetchRules> = {}): Promise<string | null> {
  const rulesOf = (url: URL): FetchRules => {
    const { maxBytes, maxRedirects, timeoutMs } = guard.rulesOf(url);
    return { ...host.rules, maxBytes, maxRedirects, timeoutMs, ...changes };
  };
  return checkSite({ siteUrl: host.url("/"), method: "file", token: "x" }, { ...guard, rulesOf });
}

test("D05, D06: no redirect is followed, to any target", async () => {
  for (const location of ["https://127.0.0.1/", "/elsewhere", "https://maps.dev/"]) {
    const before = host.requests.length;
    answer = (_req, res) => res.writeHead(302, { location }).end();
    await expect(look()).rejects.toMatchObject({
      code: "url_not_allowed",
      message: expect.stringContaining("not followed"),
    });
    expect(host.requests.length - before).toBe(1);
  }
});

test("D06: endless, slow and large responses and decompression bombs are aborted", async () => {
  const chunk = "y".repeat(20_000);
  const endless = (res: ServerResponse): void => {
    if (!res.destroyed) res.write(chunk, () => endless(res));
  };
  answer = (_req, res) => endless(res);
  expect(await look()).toContain("more than 65536 bytes");
  answer = (_req, res) => {
    const dribble = setInterval(() => res.write("y"), 50);
    res.on("close", () => clearInterval(dribble));
  };
  expect(await look({ timeoutMs: 300 })).toContain("took too long");
  answer = (_req, res) => res.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(5_000_000)));
  expect(await look()).toContain("more than 65536 bytes");
  answer = (_req, res) => res.end("x");
  expect(await look()).toBeNull();
});
