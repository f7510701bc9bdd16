import type { UserHistory } from "@portico/contract";
import { addOwnerHistories, advanceHistories, copyBlocks, inTransaction } from "@portico/store";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ALICE, BOB, CAROL, ETH_HEAD, ETH_START } from "../../testing/fillStore.ts";
import { readProblem } from "../../testing/readProblem.ts";
import { startFilledApi } from "../../testing/startFilledApi.ts";
import { startPrunedRpc } from "../../testing/startPrunedRpc.ts";

/** Blocks whose state the node has, besides the newest. */
const DEPTH = 128n;

/** The first block of which the node has a header. */
const FIRST_HEADER = 18_200_000n;
/** Of Bob's history, and the only stored block in it. */
const [BOB_START, BOB_BLOCK] = [18_000_000n, 18_500_000n];
/** Blocks have different intervals. */
const timeOf = (block: bigint): number =>
  ETH_HEAD.timeAt -
  Number(ETH_HEAD.blockNumber - block) * 12 +
  (block < ETH_START ? Number((block * block) % 11n) - 11 : 0);

const rpc = await startPrunedRpc(ETH_HEAD.blockNumber - DEPTH, {
  timeOf: (block) => (block < FIRST_HEADER ? null : timeOf(block)),
});
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

test("of a history of which few blocks are stored, a past block is read from the node, by its number or its time", async () => {
  await addOwnerHistories(api.db, "eth");
  for (const pass of ["calls", "logs"] as const) {
    const step = { pass, owners: [BOB], toBlock: ETH_START - 1n, fromBlock: BOB_START };
    await inTransaction(api.db, (tx) => advanceHistories(tx, "eth", step));
  }
  await copyBlocks(api.db, "eth", [{ ...ETH_HEAD, blockNumber: BOB_BLOCK, timeAt: timeOf(BOB_BLOCK) }]);
  const list = `/v1/user/token_list?id=${BOB}&chain_id=eth`;
  const at = async (point: string) => (await api.getChains(`${list}&${point}`)).get("eth");
  const points: [string, bigint][] = [
    [`block=${FIRST_HEADER}`, FIRST_HEADER],
    [`block=${BOB_BLOCK}`, BOB_BLOCK],
    [`time_at=${timeOf(BOB_BLOCK)}`, BOB_BLOCK],
    [`time_at=${timeOf(BOB_BLOCK + 7n)}`, BOB_BLOCK + 7n],
    [`time_at=${timeOf(18_765_432n)}`, 18_765_432n],
    [`time_at=${timeOf(ETH_START) - 1}`, ETH_START - 1n],
    [`time_at=${timeOf(ETH_START)}`, ETH_START],
  ];
  for (const [point, block] of points)
    expect([point, await at(point)]).toMatchObject([point, { block: Number(block), time: timeOf(block) }]);
  rpc.takeHeaderCount();
  await at(`time_at=${timeOf(18_654_321n)}`);
  expect(rpc.takeHeaderCount()).toBeLessThan(50);
  const [page] = await api.getJson<UserHistory[]>(
    `/v1/user/history_list?id=${BOB}&chain_id=eth&time_at=${timeOf(18_654_321n)}`,
  );
  expect([page?.history_list, rpc.takeHeaderCount()]).toEqual([[], 0]);
});

test("a block of which the node has no header is unavailable, and the detail names the first indexed one", async () => {
  const list = `/v1/user/token_list?id=${BOB}&chain_id=eth`;
  for (const point of [`block=${FIRST_HEADER - 1n}`, `time_at=${timeOf(FIRST_HEADER - 9n)}`])
    expect(await readProblem(await api.get(`${list}&${point}`))).toMatchObject({
      code: "block_unavailable",
      message: expect.stringContaining(`the earliest known block is ${ETH_START}`) as string,
    });
  expect(await readProblem(await api.get(`${list}&block=${BOB_START - 1n}`))).toMatchObject({
    code: "block_unavailable",
    message: expect.stringContaining(`the earliest known block is ${BOB_START}`) as string,
  });
});
