import { expect, test } from "vitest";
import { ALICE, ETH_HEAD, USDC } from "../../testing/fillStore.ts";
import { readProblem } from "../../testing/readProblem.ts";
import { getSharedApi } from "../../testing/sharedApi.ts";

const api = await getSharedApi();

test("prices at a time are by id; of one token in live only", async () => {
  const query = `chain_id=eth&time_at=${ETH_HEAD.timeAt - 1000}`;
  expect(await api.getJson(`/v1/token/history_price_dict?${query}&ids=${USDC},eth,${ALICE}`)).toEqual({
    [USDC]: expect.any(Number),
    eth: expect.any(Number),
  });
  expect((await api.get(`/v1/token/history_price?${query}&id=${USDC}`)).status).toBe(400);
  expect(await api.getJson(`/live/v1/token/history_price?${query}&id=${USDC}`)).toEqual({ price: expect.any(Number) });
  expect((await api.get(`/live/v1/token/history_price?chain_id=eth&id=${USDC}`)).status).toBe(400);
  const late = await readProblem(
    await api.get(`/v1/token/history_price_dict?chain_id=eth&ids=eth&time_at=${ETH_HEAD.timeAt + 1}`),
  );
  expect(Object.keys(late.errors ?? {})).toEqual(["time_at"]);
});
