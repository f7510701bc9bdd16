import { getCreationCode, loadArtifact, nameAddress, startBareChain, type Artifact } from "@portico/devnet";
import { NATIVE_TOKEN, ZERO_ADDRESS, type Address, type Hex } from "@portico/evm";
import { listLowestSales, listSales } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createBareIndexer } from "./testing/bareIndexer.ts";

/** Version 1.6 at its address on every chain. */
const SEAPORT: Address = "0x0000000000000068f116a894984e2db1123eb395";
const [SELLER, BUYER, ARTIST] = ["seller", "buyer", "artist"].map((name) => nameAddress(name).toLowerCase()) as [
  Address,
  Address,
  Address,
];
const NONE: Hex = `0x${"0".repeat(64)}`;
const ETHER = 10n ** 18n;
const MAX = 2n ** 256n - 1n;

const load = (path: string): Artifact =>
  loadArtifact("@opensea/seaport-js", `src/artifacts/${path}`, {}, import.meta.url);
const seaport = load("seaport/contracts/Seaport.sol/Seaport.json");
const controller = load("seaport/contracts/conduit/ConduitController.sol/LocalConduitController.json");
const nft = load("src/contracts/test/TestERC721.sol/TestERC721.json");

const chain = await startBareChain(1);
const database = await createTestDatabase();
const indexer = createBareIndexer(chain, database.db);
let collection: Address;
afterAll(async () => {
  await indexer.stop();
  await chain.stop();
  await database.drop();
});
beforeAll(async () => {
  const conduits = await chain.deploy(controller);
  await chain.install(SEAPORT, getCreationCode(seaport, [conduits]));
  collection = await chain.deploy(nft);
  for (const id of [1n, 2n, 3n]) await writeNft("mint", SELLER, id);
  await writeNft("setApprovalForAll", SEAPORT, true);
});

const writeNft = (functionName: string, ...args: readonly unknown[]) =>
  chain.write(SELLER, { to: collection, abi: nft.abi, functionName, args });
const write = (from: Address, functionName: string, args: readonly unknown[], value = 0n) =>
  chain.write(from, { to: SEAPORT, abi: seaport.abi, functionName, args, value });

const payment = (amount: bigint, recipient: Address) => ({
  itemType: 0,
  token: ZERO_ADDRESS,
  identifierOrCriteria: 0n,
  startAmount: amount,
  endAmount: amount,
  recipient,
});

/** A listing for a price, of which the artist gets a twentieth; the seller has it validated on chain. */
async function offer(id: bigint, price: bigint) {
  const parameters = {
    offerer: SELLER,
    zone: ZERO_ADDRESS,
    offer: [{ itemType: 2, token: collection, identifierOrCriteria: id, startAmount: 1n, endAmount: 1n }],
    consideration: [payment((price * 19n) / 20n, SELLER), payment(price / 20n, ARTIST)],
    orderType: 0,
    startTime: 0n,
    endTime: MAX,
    zoneHash: NONE,
    salt: id,
    conduitKey: NONE,
    totalOriginalConsiderationItems: 2n,
  };
  const order = { parameters, signature: "0x" as Hex };
  await write(SELLER, "validate", [[order]]);
  return order;
}

test("sales of the real Seaport have the price that the buyer paid, with fees, alone and several in one transaction", async () => {
  await write(BUYER, "fulfillOrder", [await offer(1n, ETHER), NONE], ETHER);
  const orders = [await offer(2n, 2n * ETHER), await offer(3n, ETHER / 2n)];
  const parts = [0n, 1n].map((orderIndex) => ({ orderIndex, itemIndex: 0n }));
  const paid = parts.flatMap(({ orderIndex }) => [0n, 1n].map((itemIndex) => [{ orderIndex, itemIndex }]));
  const args = [orders, parts.map((part) => [part]), paid, NONE, 2n];
  await write(BUYER, "fulfillAvailableOrders", args, 3n * ETHER);
  await indexer.sync();
  const sales = await Promise.all(
    [1n, 2n, 3n].map((tokenId) => listSales(database.db, "eth", { contract: collection, tokenId })),
  );
  expect(sales.map((list) => list.map(({ payToken, rawAmount }) => [payToken, rawAmount]))).toEqual([
    [[NATIVE_TOKEN, ETHER]],
    [[NATIVE_TOKEN, 2n * ETHER]],
    [[NATIVE_TOKEN, ETHER / 2n]],
  ]);
  const span = { since: 0, until: 4_000_000_000 };
  expect(await listLowestSales(database.db, { chain: "eth", contracts: [collection, SEAPORT], ...span })).toEqual([
    { contract: collection, payToken: NATIVE_TOKEN, rawAmount: ETHER / 2n },
  ]);
});
