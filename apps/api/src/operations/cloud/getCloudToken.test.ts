import type { Token } from "@portico/contract";
import { expect, test } from "vitest";
import { BASE_USDC, USDC } from "../../testing/fillStore.ts";
import { getSharedApi } from "../../testing/sharedApi.ts";

const api = await getSharedApi();
const keyOf = ({ chain, id }: { chain: string; id: string }): string => `${chain} ${id}`;

test("tokens are listed page by page, each once, equal to /v1/token", async () => {
  const whole = await api.getJson<Token[]>("/cloud/token");
  const pages: Token[][] = [];
  for (let start = 0; start < whole.length; start += 3) {
    pages.push(await api.getJson<Token[]>(`/cloud/token?start=${start}&limit=3`));
  }
  expect(pages.flat()).toEqual(whole);
  expect(new Set(whole.map(keyOf)).size).toBe(8);
  for (const one of whole) expect(await api.getJson(`/v1/token?chain_id=${one.chain}&id=${one.id}`)).toEqual(one);
  expect((await api.getJson<Token[]>("/cloud/token?chain_id=base")).map(keyOf)).toEqual([`base ${BASE_USDC}`]);
});

test("a token's id is its address in any case, or a native token id, on every chain that has it", async () => {
  expect((await api.getJson<Token[]>(`/cloud/token?id=${USDC.toUpperCase().replace("X", "x")}`)).map(keyOf)).toEqual([
    `eth ${USDC}`,
  ]);
  expect((await api.getJson<Token[]>("/cloud/token?id=eth&chain_id=eth")).map(keyOf)).toEqual(["eth eth"]);
});
