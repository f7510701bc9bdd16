import { request } from "node:http";
import { createAccessKey, mintAccessKey, revokeAccessKey } from "@portico/store";
import { afterAll, expect, test, vi } from "vitest";
import { ALICE } from "../testing/fillStore.ts";
import { rawRequest } from "@portico/server/testing";
import { readProblem } from "../testing/readProblem.ts";
import { startFilledApi } from "../testing/startFilledApi.ts";

const api = await startFilledApi();
afterAll(() => api.stop());

const LIST = `/v1/user/token_list?id=${ALICE}&chain_id=eth`;

/** GET with one AccessKey header, byte for byte. */
function getWithKey(key: string | string[] | undefined, target = LIST): Promise<Response> {
  return new Promise((resolve, reject) => {
    const headers = key === undefined ? {} : { AccessKey: key };
    const req = request(api.url + target, { headers }, (res) => {
      let text = "";
      res.on("data", (chunk: Buffer) => (text += chunk.toString()));
      res.on("end", () => {
        const received = Object.entries(res.headers).map(([name, value]) => [name, String(value)] as [string, string]);
        resolve(new Response(text, { status: res.statusCode ?? 0, headers: received }));
      });
    });
    req.on("error", reject);
    req.end();
  });
}

test("K01 no key is 401 access_key_missing with a challenge", async () => {
  const res = await getWithKey(undefined);
  expect(res.headers.get("www-authenticate")).toBe('AccessKey realm="api"');
  expect(await readProblem(res)).toMatchObject({ status: 401, code: "access_key_missing" });
});

test.each([
  ["empty", ""],
  ["spaces", "   "],
  ["latin-1", "pk_é".padEnd(52, "ü")],
  ["10 kB", "k".repeat(10_000)],
  ["wrong checksum", `pk_${"A".repeat(49)}`],
  ["cut short", mintAccessKey().slice(0, -1)],
  ["two of them", `${mintAccessKey()}, ${mintAccessKey()}`],
  ["never issued", mintAccessKey()],
])("K02 a key that is %s is 401 access_key_invalid with a challenge", async (_kind, key) => {
  const res = await getWithKey(key);
  expect(res.headers.get("www-authenticate")).toBe('AccessKey realm="api"');
  expect(await readProblem(res)).toMatchObject({ status: 401, code: "access_key_invalid" });
});

test("K03 an expired key is invalid, a revoked one is revoked, at once, even if it was just valid", async () => {
  const expired = await createAccessKey(api.db, { name: "old", expiresAt: new Date(0) });
  expect(await readProblem(await getWithKey(expired.key))).toMatchObject({ status: 401, code: "access_key_invalid" });
  const { id, key } = await createAccessKey(api.db, { name: "leaked" });
  expect((await getWithKey(key)).status).toBe(200);
  await revokeAccessKey(api.db, id);
  await vi.waitFor(async () => {
    expect(await readProblem(await getWithKey(key))).toMatchObject({ status: 401, code: "access_key_revoked" });
  });
});

test("K04 a key in the query or as bearer token is 401 access_key_missing", async () => {
  expect(
    await readProblem(await getWithKey(undefined, `${LIST}&AccessKey=${api.key}&access_key=${api.key}`)),
  ).toMatchObject({ status: 401, code: "access_key_missing" });
  const bearer = await fetch(api.url + LIST, { headers: { Authorization: `Bearer ${api.key}` } });
  expect(await readProblem(bearer)).toMatchObject({ status: 401, code: "access_key_missing" });
});

test("K07 the database stores only a hash of a key", async () => {
  const rows = await api.db.selectFrom("access_key").selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(api.key.slice(3, 40));
});

test("K08 every invalid key gets the same response, however similar it is to a valid one", async () => {
  const problems = await Promise.all(
    [mintAccessKey(), mintAccessKey(Buffer.alloc(32))].map(async (key) => readProblem(await getWithKey(key))),
  );
  expect(problems.map(({ code }) => code)).toEqual(["access_key_invalid", "access_key_invalid"]);
  expect(problems[0]?.detail).toBe(problems[1]?.detail);
});

test("K09 no key is ever logged; its id is", async () => {
  await getWithKey(api.key, `${LIST}&AccessKey=${api.key}`);
  await vi.waitFor(() => expect(api.logged()).toContain(api.keyId));
  expect(api.logged()).not.toContain(api.key.slice(3, 40));
  expect(api.logged()).not.toContain("pk_");
});

test.each(["\n", "\0"])("K10 a key with a control character (%j) is 400 by the HTTP parser", async (control) => {
  const answer = await rawRequest(api.port, [
    `GET ${LIST} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAccessKey: pk_${control}a\r\n\r\n`,
  ]);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
});
