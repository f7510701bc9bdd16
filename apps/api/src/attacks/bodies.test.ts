import { gzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { ALICE } from "../testing/fillStore.ts";
import { readProblem } from "../testing/readProblem.ts";
import { startFilledApi } from "../testing/startFilledApi.ts";

const api = await startFilledApi();
afterAll(() => api.stop());

const EXPLAIN = "/v1/wallet/explain_tx";
const bodies: [row: string, body: string, status: number, code: string][] = [
  ["Q18 over 1 MB", `{"tx":"${"a".repeat(1024 * 1024)}"}`, 413, "content_too_large"],
  ["Q18 30 000 deep", `{"tx":${"[".repeat(30_000)}${"]".repeat(30_000)}}`, 400, "invalid_params"],
  ["Q18 cut off", '{"a":', 400, "invalid_params"],
  ["Q18 a text", '"x"', 400, "invalid_params"],
  ["Q18 a list", "[]", 400, "invalid_params"],
  ["Q18 nothing", "", 400, "invalid_params"],
  ["Q18 1e400", '{"tx":{"chainId":1e400}}', 400, "invalid_params"],
  ["Q18 half a character", '{"tx":{"data":"\\ud800"}}', 400, "invalid_params"],
  ["Q18 NUL", '{"tx":{"data":"\\u0000"}}', 400, "invalid_params"],
  ["Q18 against the schema", '{"tx":5}', 400, "invalid_params"],
  ["Q21 __proto__", '{"__proto__":{"tx":{}}}', 400, "invalid_params"],
  ["Q21 __proto__ inside", '{"tx":{"__proto__":{"admin":true}}}', 400, "invalid_params"],
];
test.each(bodies)("%s", async (_row, body, status, code) => {
  expect(await readProblem(await api.post(EXPLAIN, body))).toMatchObject({ status: status, code: code });
  expect(({} as Record<string, unknown>)["admin"]).toBeUndefined();
});

test("K10 a key with a control character (%j) is 400 from the HTTP parser", async () => {
  const { errors } = await readProblem(await api.post(EXPLAIN, "{}"));
  expect(errors).toEqual({ chain_id: "is required", tx_id: "is required" });
});

test("Q18 other operations read 64 kB", async () => {
  const body = JSON.stringify({ addr: ALICE, content: "a".repeat(65 * 1024) });
  expect(await readProblem(await api.post("/v1/official/message/send", body))).toMatchObject({
    status: 413,
    code: "content_too_large",
  });
});

test("Q18 the last of duplicate members counts", async () => {
  expect(await readProblem(await api.post(EXPLAIN, '{"tx":{},"tx":5}'))).toMatchObject({
    status: 400,
    code: "invalid_params",
  });
});

test("Q19 100 MB in a few kB of gzip are 413", async () => {
  const bomb = gzipSync(Buffer.alloc(100 * 1024 * 1024, 0x20));
  const res = await api.post(EXPLAIN, bomb, { "Content-Encoding": "gzip" });
  expect(await readProblem(res)).toMatchObject({ status: 413, code: "content_too_large" });
});

const tx = '{"tx":{"chainId":1}}';
test.each([
  ["no type", tx, { "Content-Type": "" }],
  ["text/plain", tx, { "Content-Type": "text/plain" }],
  ["utf-7", tx, { "Content-Type": "application/json; charset=utf-7" }],
  ["an unknown encoding", tx, { "Content-Encoding": "compress" }],
  ["a form", "tx=1", { "Content-Type": "application/x-www-form-urlencoded" }],
])("Q20 %s is 415", async (_row, body, headers) => {
  expect(await readProblem(await api.post(EXPLAIN, Buffer.from(body), headers))).toMatchObject({
    status: 415,
    code: "unsupported_media_type",
  });
});

test("Q20 gzip and a charset of utf-8 are accepted", async () => {
  const headers = { "Content-Encoding": "gzip", "Content-Type": 'application/json; charset="UTF-8"' };
  const res = await api.post(EXPLAIN, gzipSync('{"tx":5}'), headers);
  expect(await readProblem(res)).toMatchObject({ status: 400, code: "invalid_params" });
});
