import type { Token } from "@portico/contract";
import { expect, test } from "vitest";
import { BASE_USDC, USDC } from "../../testing/fillStore.ts";
import { getSharedApi } from "../../testing/sharedApi.ts";

const api = await getSharedApi();

test("tokens of several chains are named by chain and id", async () => {
  const uuids = `eth:${USDC.toUpperCase().replace("0X", "0x")},base:${BASE_USDC},eth:eth,eth:${USDC}`;
  const found = await api.getJson<Token[]>(`/v1/token/list_by_uuids?uuids=${uuids}`);
  expect(found.map(({ chain, id }) => `${chain}:${id}`)).toEqual([`eth:${USDC}`, `base:${BASE_USDC}`, "eth:eth"]);
  expect((await api.get("/v1/token/list_by_uuids?uuids=nowhere:eth")).status).toBe(400);
  expect((await api.get("/v1/token/list_by_uuids?uuids=eth")).status).toBe(400);
});
