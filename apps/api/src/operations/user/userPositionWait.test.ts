import { afterAll, expect, test, vi } from "vitest";
import { startPairScene } from "../../testing/startPairScene.ts";

const FIRST = "uniswap2";
const scene = await startPairScene([FIRST], { positionWaitMs: 200 });
const { request, requestComplex, nextProvider, readTexts } = scene;
afterAll(() => scene.stop());

test("if the node takes too long the protocol is named, and the next response has it", async () => {
  const owner = await nextProvider();
  const release = scene.rpc.hold();
  scene.rpc.take();
  const slow = await requestComplex(owner);
  expect([slow.body, slow.chains.split(";").at(-1)]).toEqual([[], `missing="${FIRST}"`]);
  expect((await request(`/v1/user/chain_balance?chain_id=eth&id=${owner}`)).body).toEqual({
    usd_value: 0,
    err_protocol_ids: [FIRST],
  });
  expect((await request(`/v1/user/total_balance?id=${owner}`)).body).toMatchObject({ err_protocol_ids: [FIRST] });
  release();
  await vi.waitFor(async () => expect(await readTexts(owner)).toHaveLength(1));
  const next = await requestComplex(owner);
  expect([next.body.length, next.chains]).toEqual([1, expect.not.stringContaining("missing")]);
  expect(scene.rpc.take().length).toBeLessThanOrEqual(4); // the very first one also reads the chain id
});
