import { sql } from "kysely";
import { afterAll, beforeEach, expect, test } from "vitest";
import type { Address } from "../encoding/bytea.ts";
import { copyLegs } from "../history/legs.ts";
import { LegKind } from "../history/position.ts";
import { listContractMetadata } from "../history/historyMetadata.ts";
import { copyTransactions } from "../history/transactions.ts";
import { writeProtocolContracts } from "../protocols/protocolContracts.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";
import { listUnreadLinks, markContractLinksStale, rewindContractLinks, writeContractLinks } from "./contractLinks.ts";
import { findLinkScan, listLinkCandidates, queueContractLinks } from "./contractLinkScan.ts";
import { upsertContracts } from "./contracts.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);
beforeEach(async () => void (await sql`truncate contract_link, contract_link_scan, leg, transaction`.execute(db)));

const address = (n: number): Address => `0x${n.toString(16).padStart(40, "0")}`;
const [PROXY, CHILD, PLAIN, LIBRARY, BEACON, FACTORY] = [1, 2, 3, 4, 5, 6].map(address) as [
  Address,
  Address,
  Address,
  Address,
  Address,
  Address,
];
const NONE = { implementation: null, beacon: null, factory: null };
const SCAN = { firstBlock: 5n, lastBlock: 9n };
const waiting = async (chain = "eth") => new Set(await listUnreadLinks(db, chain, 9));
const read = async (chain = "eth") => {
  const found = await listContractMetadata(
    db,
    [PROXY, CHILD, PLAIN].map((one) => ({ chain, address: one })),
  );
  const byAddress = new Map(found.map((one) => [one.address, one]));
  return [PROXY, CHILD, PLAIN].map((one) => {
    const { implementation, beacon, factory } = byAddress.get(one)!;
    return [implementation, beacon, factory];
  });
};
const unknown = [undefined, undefined, undefined];

/** A proxy read at block 7; its sibling behind a beacon and a plain contract at block 9. */
async function store(): Promise<void> {
  await queueContractLinks(db, "eth", [PROXY, CHILD, PLAIN], SCAN);
  await writeContractLinks(db, "eth", 7n, [{ address: PROXY, ...NONE, implementation: LIBRARY }]);
  await writeContractLinks(db, "eth", 9n, [
    { address: CHILD, implementation: LIBRARY, beacon: BEACON, factory: FACTORY },
    { address: PLAIN, ...NONE },
  ]);
}

test("queued contracts are read once, also those that lead nowhere", async () => {
  await queueContractLinks(db, "eth", [PROXY, PLAIN], SCAN);
  await queueContractLinks(db, "base", [CHILD], SCAN);
  expect([await waiting(), await waiting("base")]).toEqual([new Set([PROXY, PLAIN]), new Set([CHILD])]);
  await store();
  await queueContractLinks(db, "eth", [PROXY, PLAIN], { ...SCAN, lastBlock: 10n });
  expect([await waiting(), await findLinkScan(db, "eth")]).toEqual([new Set(), { firstBlock: 5n, lastBlock: 10n }]);
  expect(await read()).toEqual([[LIBRARY, undefined, undefined], [LIBRARY, BEACON, FACTORY], unknown]);
  expect(await read("base")).toEqual([unknown, unknown, unknown]);
  await writeContractLinks(db, "base", 9n, [{ address: PROXY, ...NONE, implementation: LIBRARY }]);
  expect(await read("base")).toEqual([unknown, unknown, unknown]);
});

test("an upgraded proxy, and those of an upgraded beacon, are read again", async () => {
  await store();
  await markContractLinksStale(db, "eth", [BEACON, LIBRARY]);
  expect(await waiting()).toEqual(new Set([CHILD]));
  expect(await read()).toEqual([[LIBRARY, undefined, undefined], unknown, unknown]);
  await markContractLinksStale(db, "eth", [PROXY]);
  expect(await waiting()).toEqual(new Set([CHILD, PROXY]));
  expect(await read()).toEqual([unknown, unknown, unknown]);
});

test("what was read before a later upgrade of a proxy or its beacon is not stored, and read again", async () => {
  const upgrade = { index: 1, subIndex: 0, isInbound: false, rawAmount: 0n, kind: LegKind.moved };
  const legs = [PROXY, BEACON].map((one) => ({ ...at(1), ...upgrade, owner: one, token: one, counterparty: one }));
  await copyLegs(
    db,
    "eth",
    legs.map((one) => ({ ...one, blockNumber: 10n })),
  );
  await store();
  expect(await waiting()).toEqual(new Set([PROXY, CHILD]));
  await writeContractLinks(db, "eth", 10n, [{ address: PROXY, ...NONE, implementation: LIBRARY }]);
  expect(await read()).toEqual([[LIBRARY, undefined, undefined], unknown, unknown]);
});

test("what was read of removed blocks is unknown and read again, and new blocks are searched again", async () => {
  await store();
  await rewindContractLinks(db, "base", 0n);
  await rewindContractLinks(db, "eth", 8n);
  expect(await waiting()).toEqual(new Set([CHILD, PLAIN]));
  expect(await read()).toEqual([[LIBRARY, undefined, undefined], unknown, unknown]);
  expect(await findLinkScan(db, "eth")).toEqual({ firstBlock: 5n, lastBlock: 8n });
  await rewindContractLinks(db, "eth", 4n);
  expect(await findLinkScan(db, "eth")).toBeUndefined();
});

const ALICE = address(0xa11ce);
const BOB = address(0xb0b);
const at = (txIndex: number) => ({
  blockNumber: 7n,
  txIndex,
  timeAt: 1_700_000_000,
  txHash: `0x${"01".repeat(32)}` as const,
});
const sent = (txIndex: number, recipient: Address | undefined, input: `0x${string}`) => ({
  ...at(txIndex),
  hash: `0x${txIndex.toString(16).padStart(64, "0")}` as const,
  sender: ALICE,
  recipient,
  nonce: 1n,
  rawValue: 0n,
  input,
  isSuccess: true,
  gasUsed: 1n,
  rawFee: 1n,
});
const leg = (txIndex: number, kind: LegKind, owner: Address, counterparty: Address, token = address(0x70)) => ({
  ...at(txIndex),
  kind,
  owner,
  counterparty,
  token,
  index: txIndex,
  subIndex: 0,
  isInbound: false,
  rawAmount: 1n,
});

test("histories point at called contracts, emitters, issuers, and accounts that something left in another's transaction", async () => {
  const [CALLED, POOL, EMITTER, ISSUER, CLAIMED] = [0x11, 0x12, 0x13, 0x14, 0x15].map(address);
  await copyTransactions(db, "eth", [
    sent(0, CALLED, "0x12345678"),
    sent(1, BOB, "0x"),
    sent(2, undefined, "0x12345678"),
    sent(3, CLAIMED, "0x12345678"),
  ]);
  await copyLegs(db, "eth", [
    leg(0, LegKind.token, POOL!, ALICE),
    leg(1, LegKind.native, ALICE, BOB),
    { ...leg(2, LegKind.event, ALICE, EMITTER!, EMITTER), isInbound: true },
    { ...leg(3, LegKind.token, ALICE, address(0), ISSUER), isInbound: true },
  ]);
  await upsertContracts(db, "eth", [{ ...at(0), address: POOL!, creator: FACTORY }]);
  await writeProtocolContracts(
    db,
    "eth",
    { blockNumber: 7n, timeAt: 700 },
    [],
    [{ address: CLAIMED!, protocolId: "aave3", identity: "place" }],
  );
  const find = async (chain = "eth", span = SCAN) =>
    new Map((await listLinkCandidates(db, chain, span)).map((one) => [one.address, one.creator]));
  expect(await find()).toEqual(
    new Map([
      [CALLED, null],
      [POOL, FACTORY],
      [EMITTER, null],
      [ISSUER, null],
    ]),
  );
  await queueContractLinks(db, "eth", [CALLED!], SCAN);
  expect(new Set((await find()).keys())).toEqual(new Set([POOL, EMITTER, ISSUER]));
  expect([(await find("base")).size, (await find("eth", { firstBlock: 8n, lastBlock: 9n })).size]).toEqual([0, 0]);
});
