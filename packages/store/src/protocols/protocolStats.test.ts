import { sql } from "kysely";
import { afterAll, beforeEach, expect, test } from "vitest";
import type { Address } from "../encoding/bytea.ts";
import { PROTOCOL_CHANNEL } from "../notifications/channels.ts";
import { ensureChainState } from "../chains/chains.ts";
import { listen } from "../notifications/listen.ts";
import { setIdentifyVersion } from "./protocolContracts.ts";
import {
  countHolders,
  listPoolRows,
  listProtocolPools,
  listProtocolRows,
  noteProtocolError,
  replacePools,
} from "./protocolStats.ts";
import type { PoolRow } from "./protocolStats.ts";
import { listProtocolSwitches, setProtocolOff } from "./protocolSwitches.ts";
import { rewindChain } from "../reorg/rewind.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";
import { writeBalances } from "../balances/writeBalances.ts";

const { db, url, drop } = await createTestDatabase();
afterAll(drop);
beforeEach(() => sql`truncate chain_state, protocol, pool`.execute(db));

const address = (n: number): Address => `0x${n.toString(16).padStart(40, "0")}`;
const pool = (poolId: string, fields: Partial<PoolRow> = {}): PoolRow => ({
  chain: "eth",
  poolId,
  protocolId: "aave3",
  name: "Lending",
  contracts: [address(2), address(1)],
  amounts: [
    { token: address(3), rawAmount: 2n ** 255n },
    { token: address(1), rawAmount: 0n },
  ],
  depositUsd: 1.5,
  receipt: { token: address(4), rawShares: 2n ** 256n, usd: 0.5 },
  userCount: 7,
  valuableUserCount: null,
  blockNumber: 9n,
  timeAt: 900,
  ...fields,
});
const stats = (pools: PoolRow[], tvlUsd: number | null = 5) => ({ blockNumber: 9n, timeAt: 900, tvlUsd, pools });
const aave = {
  id: "aave3",
  chain: "eth",
  tvlUsd: 5,
  timeAt: 900,
  error: null,
  deadReason: null,
  isOff: false,
  offReason: null,
};

test("a protocol's pools are those written last, exact, and several protocols may have a pool of the same id", async () => {
  await replacePools(db, "eth", "aave3", stats([pool("0x1"), pool("0x2")]));
  await replacePools(db, "eth", "fork", stats([pool("0x1", { protocolId: "fork" })]));
  const changed = pool("0x1", {
    contracts: [],
    amounts: [],
    depositUsd: null,
    receipt: null,
    userCount: 0,
    valuableUserCount: 3,
  });
  await replacePools(db, "eth", "aave3", stats([changed, pool("0x3")]));
  expect(await listPoolRows(db, "eth", "0x1")).toEqual([changed, pool("0x1", { protocolId: "fork" })]);
  expect(await listPoolRows(db, "eth", "0x2")).toEqual([]);
  expect(await listPoolRows(db, "eth", "0x3")).toEqual([pool("0x3")]);
  expect(await listPoolRows(db, "base", "0x3")).toEqual([]);
  await replacePools(db, "eth", "aave3", stats([], null));
  expect(await listPoolRows(db, "eth", "0x1")).toHaveLength(1);
  expect(await listProtocolRows(db)).toEqual([
    { ...aave, tvlUsd: null },
    { ...aave, id: "fork" },
  ]);
});

test("an error remains until the protocol is read, and its switch until it is switched on", async () => {
  await setProtocolOff(db, { id: "aave3", chain: "eth", isOff: true, reason: "paused", actor: "test" });
  await noteProtocolError(db, { id: "aave3", chain: "eth", error: `bad\0${"!".repeat(5_000)}` });
  const [noted] = await listProtocolRows(db);
  expect(noted).toMatchObject({ isOff: true, offReason: "paused", tvlUsd: null, timeAt: null });
  expect(noted?.error).toMatch(/^bad\uFFFD!{900}/);
  await setIdentifyVersion(db, "eth", "aave3", "v1");
  await replacePools(db, "eth", "aave3", stats([]));
  expect(await listProtocolRows(db)).toEqual([{ ...aave, isOff: true, offReason: "paused" }]);
  await setProtocolOff(db, { id: "aave3", chain: "eth", isOff: false, reason: "ignored", actor: "test" });
  expect(await listProtocolRows(db)).toEqual([aave]);
  expect(await listProtocolSwitches(db, 2)).toEqual([
    { protocolId: "aave3", isOff: false, reason: null, actor: "test", switchedAt: expect.any(Date) as Date },
    { protocolId: "aave3", isOff: true, reason: "paused", actor: "test", switchedAt: expect.any(Date) as Date },
  ]);
  await expect(sql`delete from protocol_switch`.execute(db)).rejects.toThrow("protocol_switch is append-only");
  const { rows } = await sql`select identify_version from protocol`.execute(db);
  expect(rows).toEqual([{ identify_version: "v1" }]);
});

test("the protocol channel is notified of changes, and of an error only if it differs", async () => {
  const notifications: (string | undefined)[] = [];
  const stop = await listen(url, { channels: { [PROTOCOL_CHANNEL]: (payload) => notifications.push(payload) } });
  await replacePools(db, "eth", "a", stats([]));
  await noteProtocolError(db, { id: "b", chain: "eth", error: "one" });
  await noteProtocolError(db, { id: "b", chain: "eth", error: "one" });
  await noteProtocolError(db, { id: "b", chain: "eth", error: "two" });
  await setProtocolOff(db, { id: "c", chain: "eth", isOff: true, reason: null, actor: "test" });
  await expect.poll(() => notifications).toEqual([undefined, "a", "b", "b", "c"]);
  await stop();
});

test("pools read after a fork are deleted, and their protocol waits to be read again; its TVL remains", async () => {
  await ensureChainState(db, { chain: "eth", chainId: 1, startBlock: 0n });
  await replacePools(db, "eth", "aave3", stats([pool("0x1")]));
  await replacePools(db, "eth", "old", {
    ...stats([pool("0x1", { protocolId: "old", blockNumber: 8n })]),
    blockNumber: 8n,
  });
  await replacePools(db, "base", "base_aave3", stats([pool("0x1", { chain: "base", protocolId: "base_aave3" })]));
  await rewindChain(db, "eth", { blockNumber: 8n, hash: `0x${"ab".repeat(32)}`, timeAt: 800 });
  expect((await listPoolRows(db, "eth", "0x1")).map(({ protocolId }) => protocolId)).toEqual(["old"]);
  expect(await listPoolRows(db, "base", "0x1")).toHaveLength(1);
  expect((await listProtocolRows(db)).map(({ id, timeAt, tvlUsd }) => [id, timeAt, tvlUsd])).toEqual([
    ["aave3", null, 5],
    ["base_aave3", 900, 5],
    ["old", 900, 5],
  ]);
});

test("counts holders, and holders of more than an amount", async () => {
  const token = address(0xc0);
  const amounts = [0n, 1n, 7n, 8n, 2n ** 256n - 1n, null];
  await writeBalances(
    db,
    "eth",
    7n,
    amounts.map((rawAmount, n) => ({ owner: address(n + 1), token, rawAmount })),
  );
  await writeBalances(db, "eth", 7n, [{ owner: address(1), token: address(0xda), rawAmount: 9n }]);
  expect(await countHolders(db, "eth", token, { atLeast: 7n })).toEqual({ count: 4, valuable: 2 });
  expect(await countHolders(db, "base", token, { atLeast: 0n })).toEqual({ count: 0, valuable: 0 });
});

test("a protocol's largest pools are listed first, those of unknown value last", async () => {
  const pools = [pool("0x1", { depositUsd: null }), pool("0x2", { depositUsd: 3 }), pool("0x3", { depositUsd: 4 })];
  await replacePools(db, "eth", "aave3", stats(pools));
  await replacePools(db, "eth", "fork", stats([pool("0x4", { protocolId: "fork", depositUsd: 9 })]));
  const list = (limit: number) => listProtocolPools(db, "eth", { protocolId: "aave3", limit });
  expect(await list(9)).toEqual([pools[2], pools[1], pools[0]]);
  expect(await list(1)).toEqual([pools[2]]);
});
