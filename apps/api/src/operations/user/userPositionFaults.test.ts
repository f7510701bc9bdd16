import type { Address } from "@portico/evm";
import { unknownToken, upsertTokens, writeBalances, writeInitialScans } from "@portico/store";
import { afterAll, expect, test, vi } from "vitest";
import { startPairScene } from "../../testing/startPairScene.ts";

const scene = await startPairScene(["uniswap2"]);
const { request, requestComplex, nextProvider } = scene;
afterAll(() => scene.stop());

/** A Lido receipt, by its table. */
const STETH: Address = "0xae7ab96520de3a18e5e111b5eaab095312d7fe84";

test.each([
  ["reverts", "0x5f5ffd"],
  ["eats all gas", "0x5b5f56"],
  ["answers something else", "0x60015ff3"],
  ["is gone", "0x"],
] as const)("only a protocol whose contract %s is left out, is named, and is not read again", async (_what, code) => {
  const owner = await nextProvider();
  const whole = await requestComplex(owner);
  await scene.chain.setCode(STETH, code);
  await upsertTokens(scene.api.db, [{ ...unknownToken("eth", STETH), decimals: 18, protocolId: "lido" }]);
  await scene.api.api.tokens.reload();
  const { blockNumber } = await scene.pass(1);
  await writeBalances(scene.api.db, "eth", blockNumber, [{ owner, token: STETH, rawAmount: 1n }]);
  const figures = ({ body }: typeof whole) => body.map(({ id, net_usd_value }) => [id, net_usd_value]);
  const broken = await requestComplex(owner);
  expect([figures(broken), broken.chains]).toEqual([figures(whole), expect.stringContaining(';missing="lido"')]);
  await vi.waitFor(() => expect(scene.api.logged()).toContain("of 0xae7ab96520"));
  scene.rpc.take();
  expect(await requestComplex(owner)).toEqual(broken);
  expect((await request(`/v1/user/protocol?protocol_id=lido&id=${owner}`)).body).toEqual([]);
  expect((await request(`/v1/user/chain_balance?chain_id=eth&id=${owner}`)).body).toEqual({
    usd_value: whole.body[0]?.net_usd_value,
    err_protocol_ids: ["lido"],
  });
  expect(scene.rpc.take()).toEqual([]);
});

test("on a chain that is not indexed from genesis, protocols that find owners by events are read anyway", async () => {
  const owner = await nextProvider();
  const { blockNumber } = await scene.sync([owner]);
  await scene.api.db.updateTable("chain_state").set({ start_block: 1n }).execute();
  await writeInitialScans(scene.api.db, "eth", { blockNumber, listId: 1, owners: [owner], balances: [] });
  const { body, chains } = await requestComplex(owner);
  const missing = /missing="([^"]*)"/.exec(chains)?.[1]?.split(" ");
  expect(body.map(({ id }) => id)).toEqual(["uniswap2"]); // the other protocols' contracts are not on this chain
  expect(missing).toEqual(expect.arrayContaining(["aave2", "aave3"]));
  expect([missing, chains]).toEqual([missing?.toSorted(), expect.stringContaining(";since=1;")]);
});
