import type { UserToken } from "@portico/contract";
import { expect, test } from "vitest";
import { ERIN, NO_METADATA } from "../../testing/fillOwners.ts";
import { ALICE, BOB, HOSTILE, USDC } from "../../testing/fillStore.ts";
import { readProblem } from "../../testing/readProblem.ts";
import { getSharedApi } from "../../testing/sharedApi.ts";

const api = await getSharedApi();

test("GET /v1/user/token returns exact digits, and 0 for a token that the owner never had", async () => {
  const res = await api.get(`/v1/user/token?id=${ALICE}&chain_id=eth&token_id=eth`);
  expect(await res.text()).toContain('"raw_amount":240014887325196554938,"raw_amount_str":"240014887325196554938"');
  const none = await api.getJson<UserToken>(`/v1/user/token?id=${BOB}&chain_id=eth&token_id=${USDC}`);
  expect(none).toMatchObject({ id: USDC, amount: 0, raw_amount: 0, raw_amount_hex_str: "0x0", usd_value: 0 });
});

test("the largest uint256 is exact, and its amount finite", async () => {
  const text = await (await api.get(`/v1/user/token?id=${ALICE}&chain_id=eth&token_id=${HOSTILE}`)).text();
  expect(text).toContain(
    '"raw_amount":115792089237316195423570985008687907853269984665640564039457584007913129639935,',
  );
  expect(JSON.parse(text)).toMatchObject({ amount: 1.157920892373162e-178 });
});

test("a held token without metadata has nulls", async () => {
  const target = `/v1/user/token?id=${ERIN}&chain_id=base&token_id=${NO_METADATA}`;
  expect(await api.getJson<UserToken>(target)).toMatchObject({ symbol: null, decimals: null, amount: 3 });
});

test.each([
  ["a token that neither the owner nor the store has", `chain_id=eth&token_id=${BOB}`, "token_not_found", 400],
  ["an id that is no address", "chain_id=eth&token_id=usdc", "invalid_address", 400],
  ["an unserved chain", `chain_id=bsc&token_id=${USDC}`, "invalid_chain", 400],
  ["a chain during its first sync", `chain_id=arb&token_id=${USDC}`, "upstream_error", 503],
])("%s is refused", async (_what, query, code, status) => {
  expect(await readProblem(await api.get(`/v1/user/token?id=${ALICE}&${query}`))).toMatchObject({ status, code });
});
