import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { closeDatabase, openDatabase } from "../database/database.ts";
import type { Address } from "../encoding/bytea.ts";
import { listContractMetadata, listNftDetails } from "./historyMetadata.ts";
import { advanceChain, ensureChainState } from "../chains/chains.ts";
import { queueAccountCodes, writeAccountCodes } from "../contracts/accountCodes.ts";
import { upsertContracts } from "../contracts/contracts.ts";
import { describeNftContracts } from "../nfts/nftContracts.ts";
import { writeNftOrigins } from "../nfts/nftOrigins.ts";
import { ensureNfts, writeNftOutcomes } from "../nfts/nftMetadata.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";
import { unknownToken } from "../tokens/token.ts";
import { writeOrigins } from "../tokens/tokenQueues.ts";
import { upsertTokens } from "../tokens/tokenWrites.ts";

const { db, url, drop } = await createTestDatabase();
afterAll(drop);

const apes: Address = "0x00000000000000000000000000000000000000a1";
const nobody: Address = "0x00000000000000000000000000000000000000a2";
const unlinked = { implementation: undefined, beacon: undefined, factory: undefined, code: undefined };

test("if the metadata of the NFTs is too large in total, the collection and standard of each are still returned", async () => {
  await describeNftContracts(db, "eth", 1n, [{ address: apes, isErc1155: true, name: "Apes", symbol: "A" }]);
  const nfts = [1n, 2n, 3n].map((tokenId) => ({ contract: apes, tokenId, isErc1155: true }));
  await ensureNfts(db, "eth", nfts);
  const content = `data:image/svg+xml,${"x".repeat(990_000)}`;
  const metadata = {
    name: "Ape",
    description: null,
    contentType: "image_url",
    content,
    thumbnailUrl: null,
    attributes: [],
  };
  await writeNftOutcomes(
    db,
    "eth",
    nfts.map((nft) => ({ ...nft, uri: null, kind: "fetched", metadata })),
  );
  const requested = [...nfts, { contract: nobody, tokenId: 2n ** 255n }].map((nft) => ({ ...nft, chain: "eth" }));
  const found = await listNftDetails(db, [...requested, requested[0]!]);
  const described = found
    .toSorted((a, b) => (a.contract + a.tokenId < b.contract + b.tokenId ? -1 : 1))
    .map((nft) => [nft.tokenId, nft.isErc1155, nft.metadata?.content?.length, nft.collection?.name]);
  expect(described).toEqual([
    [1n, true, content.length, "Apes"],
    [2n, true, content.length, "Apes"],
    [3n, true, undefined, "Apes"],
    [2n ** 255n, false, undefined, undefined],
  ]);
});

test("the creator that was looked up counts where no creation was indexed", async () => {
  const [token, collection] = [0xb1, 0xb2].map((n): Address => `0x${n.toString(16).padStart(40, "0")}`);
  const origin = { timeAt: 1_700_000_000, creator: nobody };
  await upsertTokens(db, [unknownToken("eth", token!)]);
  await writeOrigins(db, "eth", [{ address: token!, ...origin }]);
  await describeNftContracts(db, "eth", 1n, [{ address: collection!, isErc1155: true, name: null, symbol: null }]);
  await writeNftOrigins(db, "eth", [{ address: collection!, ...origin }]);
  const found = await listContractMetadata(
    db,
    [token!, collection!, nobody].map((address) => ({ chain: "eth", address })),
  );
  const creators = new Map(found.map(({ address, creator, isCreated }) => [address, [creator, isCreated]]));
  expect([token!, collection!, nobody].map((one) => creators.get(one))).toEqual([
    [nobody, false],
    [nobody, false],
    [undefined, false],
  ]);
});

test("an address is known as a contract, with its creator, only on the chain where it was created", async () => {
  const creation = { creator: nobody, blockNumber: 1n, txHash: `0x${"11".repeat(32)}` as const, timeAt: 1_700_000_000 };
  await upsertContracts(db, "eth", [{ address: apes, ...creation }]);
  const requested = ["eth", "base"].map((chain) => ({ chain, address: apes }));
  const lists = [[...requested, ...requested], requested.slice(0, 1), requested.slice(1), []];
  const found = await Promise.all(lists.map((addresses) => listContractMetadata(db, addresses))); // some share a statement
  const onBase = {
    chain: "base",
    address: apes,
    protocolId: undefined,
    isCreated: false,
    creator: undefined,
    ...unlinked,
  };
  const onEth = { chain: "eth", address: apes, protocolId: undefined, isCreated: true, creator: nobody, ...unlinked };
  const sorted = found.map((contracts) => contracts.toSorted((a, b) => (a.chain < b.chain ? -1 : 1)));
  expect(sorted).toEqual([[onBase, onEth], [onEth], [onBase], []]);
});

test("an address has what was read of its code, and whether that is old", async () => {
  const now = 1_800_000_000;
  const head = { blockNumber: 9n, hash: `0x${"09".repeat(32)}` as const, timeAt: now };
  await ensureChainState(db, { chain: "op", chainId: 10, startBlock: 0n });
  await advanceChain(db, "op", { logs: head, balances: head });
  await queueAccountCodes(db, "op", new Set([apes, nobody]));
  const codeOf = async () =>
    (await listContractMetadata(db, [{ chain: "op", address: nobody }])).map(({ code }) => code)[0];
  expect(await codeOf()).toEqual({ hasCode: undefined, readBlock: undefined, isOld: true });
  for (const [timeAt, isOld] of [
    [now - 86_400, false],
    [now - 86_401, true],
  ] as const) {
    await writeAccountCodes(db, "op", { blockNumber: 8n, timeAt }, [{ address: nobody, hasCode: false }]);
    expect(await codeOf()).toEqual({ hasCode: false, readBlock: 8n, isOld });
  }
  await queueAccountCodes(db, "op", new Set([nobody]));
  expect(await codeOf()).toEqual({ hasCode: false, readBlock: undefined, isOld: true });
});

test("the plan of the contracts' statement is kept, for any number of contracts", async () => {
  const single = openDatabase(url, { max: 1 });
  const addresses = [apes, nobody].map((address) => ({ chain: "eth", address }));
  for (let reads = 0; reads < 12; reads++) await listContractMetadata(single, addresses.slice(reads % 2));
  const { rows } = await sql<{ planned: string }>`
    select generic_plans || ' generic, ' || custom_plans || ' custom' as planned from pg_prepared_statements
    where name = 'portico-contract-metadata'`.execute(single);
  expect(rows).toEqual([{ planned: "7 generic, 5 custom" }]);
  await closeDatabase(single);
});
