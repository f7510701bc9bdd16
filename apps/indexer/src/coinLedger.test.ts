import { compileContract, nameAddress, startBareChain, TREASURY } from "@portico/devnet";
import type { BareChain } from "@portico/devnet";
import { NATIVE_TOKEN } from "@portico/evm";
import type { Address } from "@portico/evm";
import { listResiduals, readBalanceLedger } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import type { TestDatabase } from "@portico/store/testing";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createBareIndexer } from "./testing/bareIndexer.ts";
import type { BareIndexer } from "./testing/bareIndexer.ts";

const [disperser, attempts] = [compileContract("Disperser"), compileContract("Attempts")];
const [ALICE, BOB, CAROL] = ["alice", "bob", "carol"].map((name) => nameAddress(name).toLowerCase() as Address) as [
  Address,
  Address,
  Address,
];
const ETHER = 10n ** 18n;

let chain: BareChain;
let database: TestDatabase;
let indexer: BareIndexer;

beforeAll(async () => {
  chain = await startBareChain(1);
  for (const owner of [ALICE, BOB, CAROL]) await chain.setBalance(owner, 100n * ETHER);
});
beforeEach(async () => {
  await chain.rpc.call("anvil_setCoinbase", [nameAddress("nobody")]);
  database = await createTestDatabase();
  indexer = createBareIndexer(chain, database.db);
});
afterEach(async () => {
  await indexer.stop();
  await database.drop();
});
afterAll(() => chain.stop());

const pay = (from: Address, to: Address, value = ETHER) => chain.send({ from, to, value });
const blockNumber = async () => Number(await chain.rpc.call("eth_blockNumber", []));

/** `from-to amount` of the coin, and whether it is followed. */
async function listCoins(owner: Address): Promise<[string[], string]> {
  const residuals = await listResiduals(database.db, owner, "eth");
  const { coins } = await readBalanceLedger(database.db, owner, ["eth"]);
  const { isOpen, since } = coins.get("eth")!;
  return [
    residuals.map(({ token, fromBlock, toBlock, rawAmount, txBlock }) => {
      expect([token, txBlock]).toEqual([NATIVE_TOKEN, undefined]);
      return `${fromBlock}-${toBlock} ${rawAmount}`;
    }),
    `${isOpen ? "open" : "closed"} ${since ?? "unchecked"}`,
  ];
}

test("transfers, fees and internal transfers leave no residual", async () => {
  const [router, retrier] = [await chain.deploy(disperser), await chain.deploy(attempts)];
  await pay(ALICE, BOB);
  await pay(CAROL, BOB);
  await indexer.sync();
  const opened = await blockNumber();
  await pay(ALICE, CAROL, 3n);
  const args = [
    [BOB, CAROL],
    [5n, 6n],
  ];
  await chain.write(ALICE, { to: router, abi: disperser.abi, functionName: "disperseEther", args, value: 20n });
  await indexer.sync();
  const retried = { to: retrier, abi: attempts.abi, functionName: "payAtSecondAttempt", args: [CAROL], value: 8n };
  await chain.write(BOB, retried);
  await indexer.sync();
  for (const owner of [ALICE, BOB, CAROL]) expect(await listCoins(owner)).toEqual([[], `closed ${opened}`]);
});

test("coins that appear without a transaction are a residual, until a reorganisation removes them", async () => {
  await pay(ALICE, BOB);
  indexer.follow();
  await indexer.untilHead();
  const opened = await blockNumber();
  await pay(CAROL, BOB);
  const held = BigInt(await chain.rpc.call<string>("eth_getBalance", [ALICE, "latest"]));
  await chain.setBalance(ALICE, held + 7n);
  await pay(ALICE, BOB);
  await indexer.untilHead();
  const found = [`${opened}-${opened + 2} 7`];
  expect(await listCoins(ALICE)).toEqual([found, `open ${opened}`]);
  expect(await listCoins(BOB)).toEqual([[], `closed ${opened}`]);
  await pay(BOB, ALICE);
  await indexer.untilHead();
  await chain.rpc.call("anvil_rollback", [1]);
  await pay(CAROL, BOB);
  await pay(CAROL, BOB);
  await indexer.untilHead();
  expect(await listCoins(ALICE)).toEqual([found, `open ${opened}`]);
  await chain.rpc.call("anvil_rollback", [4]);
  await pay(CAROL, ALICE);
  for (let n = 0; n < 4; n++) await pay(CAROL, BOB);
  await indexer.untilHead();
  expect(await listCoins(ALICE)).toEqual([[], `closed ${opened}`]);
  expect(await listCoins(BOB)).toEqual([[], `closed ${opened}`]);
});

test("a recipient of fees is not followed, also where a reorganisation gives them to another", async () => {
  await pay(ALICE, BOB);
  await pay(CAROL, BOB);
  indexer.follow();
  await indexer.untilHead();
  await chain.rpc.call("anvil_setCoinbase", [BOB]);
  await pay(ALICE, CAROL);
  await indexer.untilHead();
  expect(await listCoins(BOB)).toEqual([[], "closed unchecked"]);
  await chain.rpc.call("anvil_setCoinbase", [CAROL]);
  await chain.rpc.call("anvil_rollback", [1]);
  await pay(ALICE, BOB);
  await pay(ALICE, BOB);
  await indexer.untilHead();
  expect(await listCoins(BOB)).toEqual([[], "closed unchecked"]);
  expect(await listCoins(CAROL)).toEqual([[], "closed unchecked"]);
  expect((await listCoins(ALICE))[0]).toEqual([]);
});

test("without traces the coin is unchecked, and with them from the next read", async () => {
  await pay(ALICE, BOB);
  await indexer.sync({ reads: { traces: false } });
  await chain.setBalance(TREASURY, 50n * ETHER);
  await pay(TREASURY, ALICE);
  await indexer.sync({ reads: { traces: false } });
  expect(await listCoins(ALICE)).toEqual([[], "closed unchecked"]);
  await pay(ALICE, BOB);
  await indexer.sync();
  const checked = await blockNumber();
  expect(await listCoins(ALICE)).toEqual([[], `closed ${checked}`]);
  await chain.setBalance(ALICE, ETHER);
  await pay(ALICE, BOB, 1n);
  await indexer.sync();
  expect(await listCoins(ALICE)).toEqual([[expect.stringMatching(`^${checked}-${checked + 1} -`)], `open ${checked}`]);
});
