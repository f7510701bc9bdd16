import { sql } from "kysely";
import { afterAll, beforeEach, expect, test } from "vitest";
import { toBytea } from "../encoding/bytea.ts";
import type { Address } from "../encoding/bytea.ts";
import { CHAIN_CHANNEL, TOKEN_CHANNEL } from "../notifications/channels.ts";
import { ensureChainState } from "../chains/chains.ts";
import { listen } from "../notifications/listen.ts";
import { upsertPriceSources } from "../prices/priceSources.ts";
import type { PriceSourceKind } from "../prices/priceSources.ts";
import {
  addEmitters,
  deleteClassification,
  listIdentifiedNfts,
  listIdentifyingProtocols,
  listIdentifyVersions,
  listProtocolContracts,
  listRecheckable,
  listUnclassified,
  setIdentifyVersion,
  writeProtocolContracts,
} from "./protocolContracts.ts";
import type { ProtocolContract } from "./protocolContracts.ts";
import { rewindChain } from "../reorg/rewind.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";
import { applyTokenList } from "../tokens/tokenLists.ts";
import { listTokens } from "../tokens/tokens.ts";
import { upsertTokens } from "../tokens/tokenWrites.ts";
import { unknownToken } from "../tokens/token.ts";

const { db, url, drop } = await createTestDatabase();
afterAll(drop);

const address = (n: number): Address => `0x${n.toString(16).padStart(40, "0")}`;
const receipt = (n: number, protocolId = "aave3"): ProtocolContract => ({
  address: address(n),
  protocolId,
  identity: "receipt",
});
const contract = (n: number, protocolId: string): ProtocolContract => ({
  address: address(n),
  protocolId,
  identity: "place",
});
const at = (blockNumber: bigint, timeAt = 100) => ({ blockNumber, timeAt });
const source = (n: number, kind: PriceSourceKind) => ({
  address: address(n),
  kind,
  blockNumber: 1n,
  token0: null,
  token1: null,
  fee: null,
  feed: null,
  phase: null,
});

beforeEach(async () => {
  await sql`truncate chain_state, token, price_source, nft_contract, emitter, protocol_contract, protocol`.execute(db);
  for (const [chain, chainId] of [
    ["eth", 1],
    ["base", 8453],
  ] as const) {
    await ensureChainState(db, { chain, chainId, startBlock: 0n });
    await upsertTokens(
      db,
      [1, 2, 3].map((n) => unknownToken(chain, address(n))),
    );
    await upsertTokens(db, [{ ...unknownToken(chain, address(0xee)), standard: "native" }]);
    await upsertPriceSources(db, chain, [source(3, "v2"), source(4, "v3"), source(5, "none"), source(6, "feed")]);
  }
});

const toNumbers = (addresses: readonly Address[]) => addresses.map(Number);
const listNew = async (chain = "eth", limit = 9) => toNumbers(await listUnclassified(db, chain, limit));
/** Tokens that belong to a protocol, `n protocol`. */
const listReceipts = async (chain = "eth") =>
  (await listTokens(db, [chain]))
    .filter(({ protocolId }) => protocolId !== "")
    .map((token) => `${Number(token.address)} ${token.protocolId}`);

test("tokens and pools wait to be identified once, and not afterwards, whatever the result", async () => {
  expect(await listNew()).toEqual([1, 2, 3, 4]);
  expect(await listNew("eth", 2)).toEqual([1, 2]);
  await writeProtocolContracts(db, "eth", at(7n), [1, 3].map(address), [receipt(1)]);
  expect([await listNew(), await listNew("base")]).toEqual([
    [2, 4],
    [1, 2, 3, 4],
  ]);
  await upsertTokens(db, [{ ...unknownToken("eth", address(1)), metadataBlock: 9n, name: "described" }]);
  await upsertTokens(db, [unknownToken("eth", address(7))]);
  expect(await listNew()).toEqual([2, 4, 7]);
});

test("a listed token waits to be identified once its contract was described: there may be none", async () => {
  const listed = { name: "L", symbol: "L", decimals: 18, logoUrl: null, isCore: false };
  await applyTokenList(
    db,
    "eth",
    [1, 8, 9].map((n) => ({ ...listed, address: address(n) })),
  );
  expect(await listNew()).toEqual([2, 3, 4]);
  await upsertTokens(db, [
    { ...unknownToken("eth", address(8)), metadataBlock: 9n },
    { ...unknownToken("eth", address(9)), metadataBlock: 9n, standard: "unknown" },
  ]);
  expect(await listNew()).toEqual([2, 3, 4, 8]);
});

test("NFT collections and emitters of events wait to be identified, too, and again after a rewind", async () => {
  await sql`insert into nft_contract (chain, address, is_erc1155) values ('eth', ${toBytea(address(8))}, false)`.execute(
    db,
  );
  await addEmitters(db, "eth", [9, 9, 1].map(address));
  await addEmitters(db, "eth", [address(9)]);
  expect(await listNew()).toEqual([1, 2, 3, 4, 8, 9]);
  const nft = { address: address(8), protocolId: "base_quickswap3", identity: "nft" } as const;
  await writeProtocolContracts(db, "eth", at(7n), [1, 2, 3, 4, 8, 9].map(address), [nft, contract(9, "chef")]);
  expect(await listNew()).toEqual([]);
  expect(await listIdentifiedNfts(db)).toEqual([{ chain: "eth", contract: nft.address, protocolId: nft.protocolId }]);
  await deleteClassification(db, "eth", new Map([["base_quickswap3", null]]));
  expect([await listNew(), await listIdentifiedNfts(db)]).toEqual([[8], []]);
});

test("the chain channel is notified of contracts whose users have positions", async () => {
  const notifications: (string | undefined)[] = [];
  const stop = await listen(url, { channels: { [CHAIN_CHANNEL]: (payload) => notifications.push(payload) } });
  await writeProtocolContracts(db, "eth", at(7n), [address(1)], [receipt(1)]);
  await writeProtocolContracts(db, "base", at(7n), [address(3)], [contract(3, "gauges")]);
  await expect.poll(() => notifications).toEqual([undefined, "base"]);
  await stop();
});

test("a receipt's token gets its protocol, and the token channel is notified; other contracts' tokens don't", async () => {
  const notifications: (string | undefined)[] = [];
  const stop = await listen(url, { channels: { [TOKEN_CHANNEL]: (payload) => notifications.push(payload) } });
  await writeProtocolContracts(db, "eth", at(7n), [1, 2, 3, 4].map(address), [
    receipt(1),
    contract(2, "aave3"),
    receipt(3, "sushi"),
    receipt(3, "uniswap2"),
    receipt(8),
  ]);
  await writeProtocolContracts(db, "eth", at(7n), [address(1)], [receipt(1)]);
  expect(await listReceipts()).toEqual(["1 aave3", "3 sushi"]);
  expect(await listReceipts("base")).toEqual([]);
  expect(toNumbers(await listProtocolContracts(db, "eth", "aave3"))).toEqual([1, 2, 8]);
  expect(toNumbers(await listProtocolContracts(db, "eth", "uniswap2"))).toEqual([3]);
  await expect.poll(() => notifications).toEqual([undefined, `eth ${[1, 3].map((n) => address(n).slice(2)).join()}`]);
  await stop();
});

test("a second identification of a contract replaces the first", async () => {
  await writeProtocolContracts(db, "eth", at(7n), [1, 2, 3].map(address), [receipt(1)]);
  await writeProtocolContracts(db, "eth", at(8n), [1, 2].map(address), [receipt(2, "lido")]);
  await writeProtocolContracts(db, "eth", at(9n), [], []);
  expect(await listReceipts()).toEqual(["2 lido"]);
  const { rows } = await sql<{ address: string; protocol_id: string; identity: string }>`
    select * from protocol_contract order by address`.execute(db);
  expect(rows.map((row) => [Number(`0x${row.address.slice(2)}`), row.protocol_id, row.identity])).toEqual([
    [1, "", "none"],
    [2, "lido", "receipt"],
    [3, "", "none"],
  ]);
});

test("an unclaimed contract is due again after an hour, then after four times as long, and never when it is claimed", async () => {
  const [hour, day] = [3_600, 86_400];
  const listDue = async (timeAt: number, limit = 9) => toNumbers(await listRecheckable(db, "eth", timeAt, limit));
  await writeProtocolContracts(db, "eth", at(7n, 100), [1, 2].map(address), []);
  await writeProtocolContracts(db, "eth", at(8n, 200), [3, 4].map(address), [contract(4, "chef")]);
  await writeProtocolContracts(db, "base", at(8n, 0), [address(3)], []);
  expect([await listDue(99 + hour), await listDue(100 + hour), await listDue(day, 2), await listDue(day)]).toEqual([
    [],
    [1, 2],
    [1, 2],
    [1, 2, 3],
  ]);
  await writeProtocolContracts(db, "eth", at(9n, day), [1, 2].map(address), [contract(2, "chef")]);
  expect([await listDue(day + 4 * hour - 1), await listDue(day + 4 * hour)]).toEqual([[3], [3, 1]]);
  for (let count = 0; count < 12; count++) await writeProtocolContracts(db, "eth", at(9n, 0), [address(1)], []);
  expect([await listDue(30 * day - 1), await listDue(30 * day)]).toEqual([[3], [3, 1]]);
});

test("when adapters change, their contracts are identified again, and are plain tokens until then", async () => {
  await writeProtocolContracts(db, "eth", at(7n), [1, 2, 3, 4].map(address), [
    receipt(1),
    receipt(2, "lido"),
    contract(4, "lido"),
  ]);
  await setIdentifyVersion(db, "eth", "aave3", "v1");
  await setIdentifyVersion(db, "base", "base_aave3", "v1");
  const versions = new Map([
    ["lido", "v2"],
    ["gone", null],
  ]);
  await deleteClassification(db, "eth", versions);
  expect(await listNew()).toEqual([2, 4]);
  expect(await listReceipts()).toEqual(["1 aave3"]);
  expect(await listIdentifyVersions(db, "eth")).toEqual(
    new Map([
      ["aave3", "v1"],
      ["lido", "v2"],
    ]),
  );
  await setIdentifyVersion(db, "eth", "lido", null);
  expect(await listIdentifyVersions(db, "eth")).toEqual(new Map([["aave3", "v1"]]));
});

test("identifications after a fork are deleted and repeated; a contract identified twice counts from the first time", async () => {
  for (const chain of ["eth", "base"]) {
    await writeProtocolContracts(db, chain, at(7n), [1, 4].map(address), [receipt(1)]);
    await writeProtocolContracts(db, chain, at(8n), [1, 2, 3].map(address), [
      receipt(1),
      receipt(2),
      contract(3, "sushi"),
    ]);
  }
  await rewindChain(db, "eth", { blockNumber: 7n, hash: `0x${"ab".repeat(32)}`, timeAt: 100 });
  expect(await listReceipts()).toEqual(["1 aave3"]);
  expect((await listNew()).slice(0, 2)).toEqual([2, 3]);
  expect(await listReceipts("base")).toEqual(["1 aave3", "2 aave3"]);
});

test("of many protocols, those that identified contracts of the chain are listed", async () => {
  await writeProtocolContracts(db, "eth", at(7n), [1, 2].map(address), [contract(1, "aave3")]);
  expect(await listIdentifyingProtocols(db, "eth", ["lido", "aave3"])).toEqual(new Set(["aave3"]));
  expect(await listIdentifyingProtocols(db, "base", ["lido", "aave3"])).toEqual(new Set());
});
