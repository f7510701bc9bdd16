import { copyBlocks } from "@portico/store";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ALICE, CAROL, ETH_HEAD, ETH_START } from "../../testing/fillStore.ts";
import { readProblem } from "../../testing/readProblem.ts";
import { startFilledApi } from "../../testing/startFilledApi.ts";
import { startPrunedRpc } from "../../testing/startPrunedRpc.ts";

/** Blocks whose state the node has, besides the newest. */
const DEPTH = 128n;

const rpc = await startPrunedRpc(ETH_HEAD.blockNumber - DEPTH);
const api = await startFilledApi({ rpcUrls: new Map([["eth", [rpc.url]]]) });
afterAll(async () => {
  await api.stop();
  await rpc.stop();
});

beforeAll(() =>
  copyBlocks(api.db, "eth", [ETH_HEAD, { ...ETH_HEAD, blockNumber: ETH_START, timeAt: ETH_HEAD.timeAt - 86_400 }]),
);

const unavailable = {
  status: 400,
  code: "block_unavailable",
  message: `The state of 'eth' at block ${ETH_START} is unknown: the earliest known block is ${ETH_HEAD.blockNumber - DEPTH}`,
};

test("a balance that only the node knew is unavailable, and the detail names an early block whose state it has", async () => {
  const list = await api.get(`/v1/user/token_list?id=${ALICE}&chain_id=eth&block=${ETH_START}`);
  expect(await readProblem(list)).toMatchObject(unavailable);
});

test("so are totals and lists of positions of an address without tokens, which may have had positions", async () => {
  for (const operation of ["chain_balance", "complex_protocol_list", "simple_protocol_list"]) {
    const res = await api.get(`/v1/user/${operation}?id=${CAROL}&chain_id=eth&block=${ETH_START}`);
    expect(await readProblem(res)).toMatchObject(unavailable);
  }
  const list = await api.get(`/v1/user/token_list?id=${CAROL}&chain_id=eth&block=${ETH_START}`);
  expect([list.status, await list.json()]).toEqual([200, []]);
});
