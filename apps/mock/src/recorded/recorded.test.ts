/**
 * Checks the mock's responses for some recorded owners, in the long tests for all and the whale: consistent with each
 * other and with the contract.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contractOperations } from "../testing/contractOperations.ts";
import { schemaErrors } from "../testing/schemaErrors.ts";
import { startMock, type RunningMock } from "../testing/startMock.ts";
import { addressOf, SCENARIOS } from "../scenarios/scenarios.ts";
import { catalogueAliasAnswers, userAliasAnswers } from "./aliasAnswers.ts";
import { catalogueAnswers } from "./catalogueAnswers.ts";
import { readRecording } from "./recording.ts";
import { userAnswers } from "./userAnswers.ts";

interface Valued {
  readonly id: string;
  readonly chain: string;
  readonly usd_value: number;
  readonly net_usd_value: number;
}

const { users, catalogue } = await readRecording();
const served = catalogue.reaches.map(({ chain }) => chain);
const special = (name: string) => ({ name, address: addressOf(SCENARIOS.get(name) ?? { digits: "" }) });
const isLong = process.env["PORTICO_TEST_LONG"] === "1";
const SOME = new Set(["demo", "collector"]);
const everybody = isLong
  ? [...users, special("whale"), special("empty")]
  : [...users.filter(({ name }) => SOME.has(name)), special("empty")];

let mock: RunningMock;
beforeAll(async () => {
  mock = await startMock();
});
afterAll(() => mock[Symbol.asyncDispose]());

async function get(target: string): Promise<Response> {
  return fetch(mock.url + target, { headers: { AccessKey: "pk_1" } });
}
const read = async <Body>(target: string): Promise<Body> => (await get(target)).json() as Promise<Body>;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
/** Sums in another order differ in the last digits. */
const expectSame = (a: number, b: number) =>
  expect(Math.abs(a - b)).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(b)));

test.each([
  ["wstETH", "0x7f39c581f595b53c5cb19bd0b3f8da6c935e2ca0"],
  ["AMPL", "0xd46ba6d942050d489dbd938a2c909a5d5039a161"],
])("%s is verified, as on every server with the usual token lists", async (symbol, id) => {
  expect(await read(`/v1/token?chain_id=eth&id=${id}`)).toMatchObject({ symbol, is_verified: true });
});

test("an owner who is described as without positions has none, and the saver has one", async () => {
  const count = async (name: string) => {
    const address = users.find((user) => user.name === name)?.address ?? "";
    return (await read<Valued[]>(`/v1/user/all_simple_protocol_list?id=${address}`)).length;
  };
  expect(await Promise.all(["collector", "newcomer", "saver"].map(count))).toEqual([0, 0, 1]);
});

describe.each(everybody)("$name", ({ address }) => {
  const of = <Body>(operation: string, more = "") => read<Body>(`/v1/user/${operation}?id=${address}${more}`);

  test("net worth is the sum of chains, and of tokens and protocols, and the end of the curves", async () => {
    const total = await of<{ total_usd_value: number; chain_list: Valued[] }>("total_balance");
    const tokens = await of<Valued[]>("all_token_list", "&is_all=false");
    const protocols = await of<Valued[]>("all_simple_protocol_list");
    const curve = await of<{ usd_value: number; usd_value_list: number[][] }>("total_net_curve");
    const values = [...tokens.map((one) => one.usd_value), ...protocols.map((one) => one.net_usd_value)];
    expectSame(total.total_usd_value, sum(values));
    expectSame(total.total_usd_value, sum(total.chain_list.map((one) => one.usd_value)));
    expectSame(curve.usd_value, total.total_usd_value);
    expect(curve.usd_value_list.at(-1)?.[1] ?? 0).toBe(curve.usd_value);
    for (const { id: chain, usd_value: value } of total.chain_list) {
      expectSame((await of<Valued>("chain_balance", `&chain_id=${chain}`)).usd_value, value);
    }
  });

  test("lists over all chains are those of each chain, and a single entry equals its entry in the list", async () => {
    for (const [all, one] of [
      ["all_token_list", "token_list"],
      ["all_nft_list", "nft_list"],
      ["all_complex_protocol_list", "complex_protocol_list"],
    ] as const) {
      const list = await of<Valued[]>(all);
      for (const chain of served) {
        expect(await of(one, `&chain_id=${chain}`)).toEqual(list.filter((entry) => entry.chain === chain));
      }
    }
    const tokens = await of<Valued[]>("all_token_list");
    expect(tokens.map((one) => one.usd_value)).toEqual(tokens.map((one) => one.usd_value).toSorted((a, b) => b - a));
    for (const token of tokens.slice(0, 2)) {
      expect(await of("token", `&chain_id=${token.chain}&token_id=${token.id}`)).toEqual(token);
    }
  });

  test("pages of history list everything once, with any page size", async () => {
    const whole = await listHistory(address, 20);
    expect(await listHistory(address, 7)).toEqual(whole);
    expect(new Set(whole).size).toBe(whole.length);
    const used = (await of<{ id: string }[]>("used_chain_list")).map(({ id }) => id);
    expect(used).toEqual(expect.arrayContaining([...new Set(whole.map((key) => key.split(":")[0]))]));
  });
});

/** `chain:hash` of every transaction, page after page. */
async function listHistory(address: string, count: number): Promise<string[]> {
  const keys: string[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const more: string = cursor === "" ? "" : `&cursor=${cursor}`;
    const [page] = await read<[{ history_list: { id: string; chain: string }[]; next_cursor: string | null }]>(
      `/v1/user/history_list?id=${address}&page_count=${count}${more}`,
    );
    keys.push(...page.history_list.map(({ chain, id }) => `${chain}:${id}`));
    cursor = page.next_cursor;
  }
  return keys;
}

const byUser = contractOperations.filter(
  ({ id, schemas }) => id.startsWith("getUser") && schemas.get("200")?.has("application/json") === true,
);

test.for(byUser)("$id conforms to the contract for every owner", async ({ id, path, target, schemas }) => {
  for (const { address } of everybody) {
    const query = new URLSearchParams(target.split("?")[1]);
    query.set("id", address);
    const response = await get(`${path}?${query.toString()}`);
    expect([id, response.status, response.headers.get("portico-mock")]).toEqual([
      id,
      200,
      expect.stringMatching(/source=recorded, person=/),
    ]);
    expect(schemaErrors(schemas.get("200")?.get("application/json") ?? "", await response.json())).toEqual([]);
  }
});

test("an address that was not recorded is always the same owner, with that address", async () => {
  const [a, b] = ["0x00000000000000000000000000000000000a11ce", "0x00000000000000000000000000000000000a11cf"];
  const [first, again] = await Promise.all(
    [1, 2].map(() => get(`/v1/user/complex_protocol_list?id=${a}&chain_id=eth`)),
  );
  expect(await first?.text()).toBe(await again?.text());
  const names = new Set<string | null>();
  for (const seed of ["1", "2", "3", "4", "5", "6"]) {
    const response = await fetch(`${mock.url}/v1/user/token_list?id=${b}&chain_id=eth`, {
      headers: { AccessKey: "pk_1", "Portico-Mock": `seed=${seed}` },
    });
    names.add(response.headers.get("portico-mock"));
  }
  expect(names.size).toBeGreaterThan(1);
  const positions = await get(`/v1/user/complex_protocol_list?id=${a}&chain_id=eth`);
  expect(await positions.text()).not.toContain(users[0]?.address);
});

test.for([
  ["/v1/user/token_list?id=alice.eth&chain_id=eth", "invalid_address"],
  ["/v1/user/token_list?id=0x00000000000000000000000000000000000a11ce&chain_id=arb", "invalid_chain"],
  ["/v1/user/all_token_list?id=0x00000000000000000000000000000000000a11ce&chain_ids=eth,nowhere", "invalid_chain"],
  ["/v1/user/token?id=0x00000000000000000000000000000000000a11ce&chain_id=eth&token_id=usdc", "invalid_address"],
  ["/v1/token?chain_id=eth&id=0x00000000000000000000000000000000000a11ce", "token_not_found"],
  ["/v1/user/protocol?id=0x00000000000000000000000000000000000a11ce&protocol_id=nothing", "protocol_not_found"],
  ["/v1/user/history_list?id=0x00000000000000000000000000000000000a11ce&coin_id=nothing", "invalid_params"],
  ["/v1/user/history_list?id=0x00000000000000000000000000000000000a11ce&cursor=nothing", "invalid_params"],
] as const)("%s is rejected as in the API: %s", async ([target, code]) => {
  const response = await get(target);
  expect([response.status, response.headers.get("content-type")]).toEqual([400, "application/problem+json"]);
  expect(await response.json()).toMatchObject({ code, instance: target.split("?")[0] });
});

test("chain_ids exclude protocols and applications of other chains, and name the requested chains", async () => {
  const { address, protocols = [] } = users.find((one) => one.protocols.length > 0) ?? {};
  const { id, chain } = protocols[0] ?? { id: "", chain: "" };
  const others = served.filter((slug) => slug !== chain);
  const listOn = async (slugs: readonly string[]) => {
    const response = await get(`/v1/user/protocol?id=${address}&protocol_id=${id}&chain_ids=${slugs.join(",")}`);
    const named = response.headers
      .get("portico-chains")
      ?.split(", ")
      .map((one) => one.split(";")[0]);
    return { ids: ((await response.json()) as { id: string }[]).map((one) => one.id), named };
  };
  expect(await listOn(served)).toEqual({ ids: [id], named: served });
  expect(await listOn(others)).toEqual({ ids: [], named: others });

  const user = users.find(({ apps }) => apps.length > 0)?.address;
  const appsOn = (slugs: readonly string[]) =>
    read<unknown[]>(`/v1/user/complex_app_list?id=${user}&chain_ids=${slugs.join(",")}`);
  expect(await appsOn(catalogue.appChains)).not.toEqual([]);
  expect(await appsOn(served.filter((slug) => !catalogue.appChains.includes(slug)))).toEqual([]);
});

test("a response that is not recorded is the contract's example, and marked as such", async () => {
  const known = await get("/v1/pool?chain_id=eth&id=0x00000000000000000000000000000000000a11ce");
  expect([known.status, known.headers.get("portico-mock")]).toEqual([200, "source=example"]);
});

test("a custom gas price is in whole wei, and not 0", async () => {
  const levelsAt = (price: string) =>
    read<{ level: string; price: number }[]>(`/v1/wallet/gas_market?chain_id=eth&custom_price=${price}`);
  const usual = await levelsAt("");
  for (const none of ["0", "0.5"]) expect(await levelsAt(none)).toEqual(usual);
  expect((await levelsAt("1000000000.7")).at(-1)).toMatchObject({ level: "custom", price: 1_000_000_000 });
});

test("an unchanged response is a 304 without a body", async () => {
  const target = `${mock.url}/v1/user/total_balance?id=${users[0]?.address}`;
  const first = await fetch(target, { headers: { AccessKey: "pk_1" } });
  const etag = first.headers.get("etag") ?? "";
  const second = await fetch(target, { headers: { AccessKey: "pk_1", "If-None-Match": etag } });
  expect([second.status, await second.text(), second.headers.get("etag")]).toEqual([304, "", etag]);
  expect(second.headers.get("portico-chains")).toContain("eth;block=");
});

test("every operation with recorded data responds with it, except for the contract's own pool", async () => {
  const recorded = { ...userAnswers, ...userAliasAnswers, ...catalogueAnswers, ...catalogueAliasAnswers };
  const recordedOperations = contractOperations.filter(({ id }) => Object.hasOwn(recorded, id));
  const sources = await Promise.all(
    recordedOperations.map(async ({ id, target }) => [id, (await get(target)).headers.get("portico-mock")] as const),
  );
  const others = sources.filter(([, source]) => !source?.startsWith("source=recorded"));
  expect(others).toEqual([["getPool", "source=example"]]);
  expect(recordedOperations).toHaveLength(Object.keys(recorded).length);
});
