import { afterAll, expect, test } from "vitest";
import { ALICE, USDC } from "../testing/fillStore.ts";
import { rawRequest } from "@portico/server/testing";
import { readProblem } from "../testing/readProblem.ts";
import { startFilledApi } from "../testing/startFilledApi.ts";

const api = await startFilledApi();
afterAll(() => api.stop());

const LIST = `/v1/user/token_list?id=${ALICE}&chain_id=eth`;

const tokens = (count: number) =>
  Array.from({ length: count }, (_, index) => `0x${index.toString(16).padStart(40, "0")}`);
const byIds = (ids: string) => `/v1/token/list_by_ids?chain_id=eth&ids=${ids}`;

const refused: [row: string, target: string, code: string, named?: string][] = [
  ["Q01 missing", `/v1/user/token_list?id=${ALICE}`, "invalid_params", "chain_id"],
  ["Q01 empty", `/v1/user/token_list?id=&chain_id=eth`, "invalid_params", "id"],
  [
    "Q03 brackets are no parameter",
    `/v1/user/token_list?id[a]=1&id[]=2&__proto__=x&chain_id=eth`,
    "invalid_params",
    "id",
  ],
  ["Q04 too short", `/v1/user/token_list?id=0xabc&chain_id=eth`, "invalid_address"],
  ["Q04 too long", `/v1/user/token_list?id=${ALICE}0&chain_id=eth`, "invalid_address"],
  ["Q04 no 0x", `/v1/user/token_list?id=${ALICE.slice(2)}00&chain_id=eth`, "invalid_address"],
  ["Q04 bad hex", `/v1/user/token_list?id=${ALICE.slice(0, -1)}g&chain_id=eth`, "invalid_address"],
  ["Q04 a name", `/v1/user/token_list?id=vitalik.eth&chain_id=eth`, "invalid_address"],
  ["Q04 15 kB", `/v1/user/token_list?id=0x${"a".repeat(15_000)}&chain_id=eth`, "invalid_address"],
  ["Q05 upper case", `/v1/user/token_list?id=${ALICE}&chain_id=ETH`, "invalid_chain"],
  ["Q05 a space", `/v1/user/token_list?id=${ALICE}&chain_id=eth%20`, "invalid_chain"],
  ["Q05 a path", `/v1/user/token_list?id=${ALICE}&chain_id=../eth`, "invalid_chain"],
  ["Q05 NUL", `/v1/user/token_list?id=${ALICE}&chain_id=eth%00`, "invalid_params", "chain_id"],
  ["Q05 unknown", `/v1/user/token_list?id=${ALICE}&chain_id=ethereum`, "invalid_chain"],
  ["Q05 known and not served", `/v1/user/token_list?id=${ALICE}&chain_id=bsc`, "invalid_chain"],
  ["Q05 a property of every object", `/v1/user/token_list?id=${ALICE}&chain_id=__proto__`, "invalid_chain"],
  ["Q06 101 entries", byIds(tokens(101).join(",")), "invalid_params", "ids"],
  ["Q06 no entries", byIds(""), "invalid_params", "ids"],
  ["Q06 an empty entry", byIds(`${USDC},,eth`), "invalid_params", "ids"],
  ["Q06 a trailing comma", byIds(`${USDC},`), "invalid_params", "ids"],
  ["Q06 15 kB of commas", byIds(",".repeat(15_000)), "invalid_params", "ids"],
  ["Q06 an entry that is no address", byIds(`${USDC},usdc`), "invalid_address"],
  [
    "Q11 the year 0, which is none",
    "/v1/token/history_price?chain_id=eth&id=eth&date_at=0000-01-01",
    "invalid_params",
    "date_at",
  ],
  ["Q10 start beyond its limit", "/v1/token/top_holders?chain_id=eth&id=eth&start=10001", "invalid_params", "start"],
  ["Q10 limit beyond its limit", "/v1/token/top_holders?chain_id=eth&id=eth&limit=101", "invalid_params", "limit"],
  ["Q10 limit beyond its limit", "/v1/protocol/top_holders?id=aave3&limit=101", "invalid_params", "limit"],
  ["Q10 negative", "/v1/token/top_holders?chain_id=eth&id=eth&start=-1", "invalid_params", "start"],
  ["Q11 no integer", "/v1/token/top_holders?chain_id=eth&id=eth&start=0x10", "invalid_params", "start"],
  ["Q12 yes", `${LIST}&is_all=yes`, "invalid_params", "is_all"],
  ["Q12 null", `${LIST}&is_all=null`, "invalid_params", "is_all"],
  ["Q12 repeated", `${LIST}&is_all=true&is_all=true`, "invalid_params", "is_all"],
  ["Q13 NUL", `/v1/token?chain_id=eth&id=%00`, "invalid_params", "id"],
  ["Q15 malformed encoding in a value", `/v1/user/token_list?chain_id=eth&id=%E0%A4%A`, "invalid_params", "id"],
  ["Q15 malformed encoding in the path", `/v1/user/%E0%A4%A`, "invalid_params", "path"],
];
test.each(refused)("%s is 400 at %s: %s", async (_row, target, code, named) => {
  const problem = await readProblem(await api.get(target));
  expect(problem).toMatchObject({ status: 400, code: code });
  expect(Object.keys(problem.errors ?? {})).toEqual(named === undefined ? [] : [named]);
  expect(problem.detail.length).toBeLessThan(300);
});

test("Q06 100 duplicates of a token are one token", async () => {
  const res = await api.get(byIds(Array.from({ length: 100 }, () => USDC).join(",")));
  expect([res.status, ((await res.json()) as unknown[]).length]).toEqual([200, 1]);
});

test("Q07 Q08 chain_ids may be empty, and duplicates count once", async () => {
  const [all, empty] = await Promise.all(
    ["", "&chain_ids="].map((more) => api.get(`/v1/user/all_token_list?id=${ALICE}${more}`)),
  );
  expect(await all?.text()).toBe(await empty?.text());
  const repeated = await api.get(`/v1/user/all_token_list?id=${ALICE}&chain_ids=${Array(500).fill("eth").join(",")}`);
  expect(repeated.headers.get("portico-chains")).toBe(
    "eth;block=19000000;time=1763700000;since=18992800;ledger=closed",
  );
});

test("Q08 a chain outside the contract is 400, one that is not served is skipped", async () => {
  expect(await readProblem(await api.get(`/v1/user/all_token_list?id=${ALICE}&chain_ids=eth,nope`))).toMatchObject({
    status: 400,
    code: "invalid_chain",
  });
  expect((await api.get(`/v1/user/all_token_list?id=${ALICE}&chain_ids=bsc`)).status).toBe(200);
});

test("Q10 the last page is within the limits", async () => {
  const res = await api.get("/v1/token/top_holders?chain_id=eth&id=eth&start=10000&limit=100");
  expect([200, 501]).toContain(res.status);
});

test.each(["TRUE", "True", "1", "on"])("Q12 is_all=%s is accepted", async (text) => {
  expect((await api.get(`${LIST}&is_all=${text}`)).status).toBe(200);
});

const hostile = ["'; DROP TABLE balance;--", "%27 OR 1=1", "$1", "\\", "{}", "\u202E", "🦄", "null", "NaN", "-1"];
test.each(hostile)("Q13 %j in any text parameter is 400 or an empty result", async (text) => {
  const value = encodeURIComponent(text);
  const targets = [
    `/v1/chain?id=${value}`,
    `/v1/token?chain_id=eth&id=${value}`,
    `/v1/token?chain_id=${value}&id=eth`,
    byIds(value),
    `/v1/user/token?id=${value}&chain_id=eth&token_id=eth`,
    `/v1/user/token?id=${ALICE}&chain_id=eth&token_id=${value}`,
    `/v1/user/all_token_list?id=${ALICE}&chain_ids=${value}`,
    `/v1/user/total_balance?id=${value}`,
    `/v1/protocol?id=${value}`,
    `/v1/protocol/list?chain_id=${value}`,
    `/v1/pool?chain_id=eth&id=${value}`,
    `/v1/pool?chain_id=${value}&id=${USDC}`,
    `/v1/user/protocol?id=${ALICE}&protocol_id=${value}`,
    `/v1/user/protocol?id=${value}&protocol_id=aave3`,
    `/v1/user/complex_protocol_list?id=${value}&chain_id=eth`,
    `/v1/user/simple_protocol_list?id=${ALICE}&chain_id=${value}`,
    `/v1/user/all_complex_protocol_list?id=${ALICE}&chain_ids=${value}`,
    `/v1/user/all_simple_protocol_list?id=${value}`,
    `/v1/user/complex_app_list?id=${value}`,
  ];
  const statuses = await Promise.all(targets.map(async (target) => (await api.get(target)).status));
  expect(statuses).toEqual(targets.map(() => 400));
});

test.each(["__proto__", "constructor", "toString", "polymarket", "Aave3", "eth_aave3", "aave3 ", "base_", "_aave3"])(
  "%j is not a protocol",
  async (id) => {
    const value = encodeURIComponent(id);
    for (const target of [`/v1/protocol?id=${value}`, `/v1/user/protocol?id=${ALICE}&protocol_id=${value}`]) {
      expect(await readProblem(await api.get(target))).toMatchObject({ status: 400, code: "protocol_not_found" });
    }
  },
);

const PROTOCOL_TARGETS = [
  "/v1/app_protocol/list",
  "/v1/protocol?id=aave3",
  "/v1/protocol/list?chain_id=eth",
  "/v1/protocol/all_list",
  `/v1/user/protocol?id=${ALICE}&protocol_id=uniswap2`,
  `/v1/user/complex_protocol_list?id=${ALICE}&chain_id=eth`,
  `/v1/user/simple_protocol_list?id=${ALICE}&chain_id=eth`,
  `/v1/user/all_complex_protocol_list?id=${ALICE}`,
  `/v1/user/all_simple_protocol_list?id=${ALICE}`,
  `/v1/user/complex_app_list?id=${ALICE}`,
];
test.each(PROTOCOL_TARGETS)("%s accepts masks, allows GET and HEAD only, and requires a key", async (target) => {
  const whole = await api.get(target);
  const masked = await api.get(target, { "X-Fields": "id" });
  expect([whole.status, masked.status]).toEqual([200, 200]);
  const only = (one: { id?: string }) => ({ id: one.id });
  const body = (await whole.json()) as { id: string } | { id: string }[];
  expect(await masked.json()).toEqual(Array.isArray(body) ? body.map(only) : only(body));
  expect(await readProblem(await api.get(target, { "X-Fields": "{id" }))).toMatchObject({ code: "mask_parse_error" });
  const request = (method: string) => [
    `${method} ${target} HTTP/1.1\r\nHost: x\r\nAccessKey: ${api.key}\r\nConnection: close\r\n\r\n`,
  ];
  const head = await rawRequest(api.port, request("HEAD"));
  expect(head).toMatch(/^HTTP\/1\.1 200 /);
  expect(head.split("\r\n\r\n")[1]).toBe("");
  for (const method of ["POST", "PUT", "DELETE"]) {
    expect(await rawRequest(api.port, request(method))).toMatch(/^HTTP\/1\.1 405 [^]*\r\nAllow: GET, HEAD/);
  }
  expect((await fetch(api.url + target)).status).toBe(401);
});

test.each(["0001-01-01", "1900-01-01", "1969-12-31", "9999-12-31"])(
  "Q11 the day %s is not a server error",
  async (day) => {
    const { status } = await api.get(`/v1/token/history_price?chain_id=eth&id=eth&date_at=${day}`);
    expect(status).toBe(day < "2000" ? 200 : 400);
  },
);

test("Q14 an undeclared parameter is ignored", async () => {
  expect((await api.get(`${LIST}&is_core=true&days=7&sort_by=x&has_balance=&broken=%`)).status).toBe(200);
});

const longLine = (length: number) => [`GET /v1/chain?id=${"a".repeat(length)} HTTP/1.1\r\nHost: x\r\n\r\n`];
test("Q17 a request line of 17 kB is 431", async () => {
  expect(await rawRequest(api.port, longLine(17_000))).toMatch(/^HTTP\/1\.1 431 /);
});
test.each([65_536, 1_000_000])("Q17 one of %i bytes is 431 or cut off while it arrives", async (length) => {
  expect(await rawRequest(api.port, longLine(length))).toMatch(/^(HTTP\/1\.1 431 |$)/);
  expect((await api.get("/healthz")).status).toBe(200);
});

test("Q25 long repetitive input slows down no check", async () => {
  const text = `${"a".repeat(15_000)}!`;
  const targets = [
    `/v1/token?chain_id=eth&id=${text}`,
    `/v1/token?chain_id=${text}&id=eth`,
    `/v1/token/history_price?chain_id=eth&id=eth&date_at=${text}`,
    `/v1/token/top_holders?chain_id=eth&id=eth&start=${text}`,
    `/v1/wallet/gas_market?chain_id=eth&custom_price=${"1".repeat(15_000)}!`,
    `${LIST}&is_all=${text}`,
    `/v1/user/all_token_list?id=${ALICE}&chain_ids=${text}`,
    `/v1/protocol?id=${text}`,
    `/v1/pool?chain_id=eth&id=${text}`,
    `/v1/user/protocol?id=${ALICE}&protocol_id=${text}`,
    `/v1/user/all_complex_protocol_list?id=${ALICE}&chain_ids=${text}`,
  ];
  const statuses = await Promise.all(targets.map(async (target) => (await api.get(target)).status));
  expect(statuses).toEqual(targets.map(() => 400));
  expect(await readProblem(await api.get(LIST, { "X-Fields": text }))).toMatchObject({
    status: 400,
    code: "mask_parse_error",
  });
});
