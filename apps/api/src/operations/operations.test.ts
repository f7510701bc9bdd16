import type { Chain, UserTotalBalance } from "@portico/contract";
import { NATIVE_TOKEN } from "@portico/evm";
import { expect, test } from "vitest";
import { ALICE } from "../testing/fillStore.ts";
import { getSharedApi } from "../testing/sharedApi.ts";
import { unbuiltOperations } from "./operations.ts";

const api = await getSharedApi();

test("totals, used chains, apps and a protocol are filtered by chain_ids, and name these chains", async () => {
  const only = `id=${ALICE}&chain_ids=base`;
  const base = { total_usd_value: 5, chain_list: [{ id: "base", usd_value: 5 }] };
  expect(await api.getJson<UserTotalBalance>(`/v1/user/total_balance?${only}`)).toMatchObject(base);
  expect((await api.getJson<Chain[]>(`/v1/user/used_chain_list?${only}`)).map(({ id }) => id)).toEqual(["base"]);
  for (const path of ["total_balance?", "used_chain_list?", "complex_app_list?", "protocol?protocol_id=aave3&"]) {
    expect([...(await api.getChains(`/v1/user/${path}${only}`)).keys()]).toEqual(["base"]);
    const unknown = await api.get(`/v1/user/${path}${only},nowhere`);
    expect([unknown.status, ((await unknown.json()) as { code: string }).code]).toEqual([400, "invalid_chain"]);
  }
});

test("the native coin's ERC-7528 address never appears in responses", async () => {
  const text = await (await api.get(`/v1/user/all_token_list?id=${ALICE}`)).text();
  expect(text).not.toContain(NATIVE_TOKEN);
});

test("a mask keeps only the named fields", async () => {
  const masked = await api.getJson<unknown>(`/v1/user/total_balance?id=${ALICE}`, {
    "X-Fields": "{chain_list{id,usd_value}}",
  });
  expect(masked).toEqual({
    chain_list: [
      { id: "eth", usd_value: expect.any(Number) },
      { id: "base", usd_value: expect.any(Number) },
    ],
  });
  const text = await (
    await api.get(`/v1/user/token?id=${ALICE}&chain_id=eth&token_id=eth`, { "X-Fields": "raw_amount" })
  ).text();
  expect(text).toBe('{"raw_amount":240014887325196554938}');
});

test("HEAD responds like GET, without a body", async () => {
  const res = await fetch(`${api.url}/v1/chain?id=eth`, { method: "HEAD", headers: { AccessKey: api.key } });
  expect([res.status, await res.text()]).toEqual([200, ""]);
  expect(Number(res.headers.get("content-length"))).toBeGreaterThan(100);
});

test("every operation is implemented", () => {
  expect(unbuiltOperations).toEqual([]);
});
