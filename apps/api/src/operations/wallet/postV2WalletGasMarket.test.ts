import { startBareChain } from "@portico/devnet";
import { afterAll, expect, test } from "vitest";
import { startFilledApi } from "../../testing/startFilledApi.ts";

const chain = await startBareChain(1);
const api = await startFilledApi({ rpcUrls: new Map([["eth", [chain.rpcUrl]]]) });
afterAll(async () => {
  await api.stop();
  await chain.stop();
});

const post = (body: object) => api.post("/v2/wallet/gas_market", JSON.stringify(body));

test("the prices are those of the first version, with the caller's own as a number", async () => {
  const res = await post({ chain_id: "eth", custom_price: 25_000_000_000.9, tx: {} });
  expect(res.status).toBe(200);
  expect(await res.json()).toEqual(await api.getJson("/v1/wallet/gas_market?chain_id=eth&custom_price=25000000000"));
  expect((await post({})).status).toBe(400);
});
