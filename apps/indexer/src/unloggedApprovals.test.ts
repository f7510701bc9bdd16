import { compileContract, loadPermit2, nameAddress, PERMIT2, startBareChain, TREASURY } from "@portico/devnet";
import type { BareChain } from "@portico/devnet";
import { permit2Abi } from "@portico/evm";
import type { Address } from "@portico/evm";
import { readApprovals } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import type { TestDatabase } from "@portico/store/testing";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createBareIndexer } from "./testing/bareIndexer.ts";
import type { BareIndexer } from "./testing/bareIndexer.ts";

const collection = compileContract("UnloggedOperators");
const token = compileContract("UnloggedAllowance");
const [ALICE, BOB, CAROL] = ["alice", "bob", "carol"].map((name) => nameAddress(name).toLowerCase() as Address) as [
  Address,
  Address,
  Address,
];

let chain: BareChain;
let database: TestDatabase;
let indexer: BareIndexer;

beforeAll(async () => {
  chain = await startBareChain(1);
  await chain.setCode(PERMIT2, loadPermit2());
});
beforeEach(async () => {
  database = await createTestDatabase();
  indexer = createBareIndexer(chain, database.db);
});
afterEach(async () => {
  await indexer.stop();
  await database.drop();
});
afterAll(() => chain.stop());

/** Stops the indexer, and starts it after the given changes: it must catch up with them. */
async function restart(change: () => Promise<unknown>): Promise<void> {
  await indexer.stop();
  await change();
  indexer.follow();
  await indexer.untilHead();
}

test("an operator is read again when an event of the collection, or a transfer, names its owner", async () => {
  const to = await chain.deploy(collection, ["Frozen", "FRZ"]);
  const write = (from: Address, functionName: string, ...args: readonly unknown[]) =>
    chain.write(from, { to, abi: collection.abi, functionName, args });
  const listOperators = async (owner: Address) =>
    (await database.db.selectFrom("operator_approval").selectAll().where("is_approved", "=", true).execute())
      .filter((row) => `0x${row.owner.slice(2)}` === owner)
      .map(({ operator }) => `0x${operator.slice(2)}`);
  for (const owner of [ALICE, CAROL]) await write(owner, "setApprovalForAll", BOB, true);
  indexer.follow();
  await indexer.untilHead();
  expect([await listOperators(ALICE), await listOperators(CAROL)]).toEqual([[BOB], [BOB]]);
  await write(CAROL, "freezeSilently", CAROL, true);
  await write(TREASURY, "freeze", ALICE, true);
  await indexer.untilHead();
  expect([await listOperators(ALICE), await listOperators(CAROL)]).toEqual([[], [BOB]]); // nothing named Carol
  await write(TREASURY, "mint", CAROL, 1n);
  await indexer.untilHead();
  expect(await listOperators(CAROL)).toEqual([]);
  await restart(async () => {
    await write(TREASURY, "freeze", ALICE, false);
    await write(TREASURY, "freezeSilently", CAROL, false);
    await write(TREASURY, "mint", CAROL, 2n);
  });
  expect([await listOperators(ALICE), await listOperators(CAROL)]).toEqual([[BOB], [BOB]]);
  await write(TREASURY, "freeze", ALICE, true);
  await indexer.untilHead();
  expect(await listOperators(ALICE)).toEqual([]);
  await chain.rpc.call("anvil_rollback", [1]);
  await chain.mine(2);
  await indexer.untilHead();
  expect(await listOperators(ALICE)).toEqual([BOB]);
});

test("allowances, also within Permit2, are read again when an event of the token names the owner", async () => {
  const to = await chain.deploy(token, ["Unlogged", "UNL"]);
  const write = (from: Address, functionName: string, ...args: readonly unknown[]) =>
    chain.write(from, { to, abi: token.abi, functionName, args });
  const writePermit2 = (from: Address, functionName: string, ...args: readonly unknown[]) =>
    chain.write(from, { to: PERMIT2, abi: permit2Abi, functionName, args });
  const listAllowances = async () => {
    const query = { owner: ALICE, chain: "eth", permit2: PERMIT2.toLowerCase() as Address, limit: 9 };
    const { approvals } = await readApprovals(database.db, query);
    return Object.fromEntries(approvals.map(({ spender, rawAmount }) => [spender, rawAmount]));
  };
  await write(TREASURY, "mint", ALICE, 1_000n);
  await write(ALICE, "approve", PERMIT2, 100n);
  await write(ALICE, "approve", CAROL, 50n);
  await writePermit2(ALICE, "approve", to, BOB, 80n, 2_000_000_000);
  indexer.follow();
  await indexer.untilHead();
  const permit2 = PERMIT2.toLowerCase();
  expect(await listAllowances()).toEqual({ [permit2]: 100n, [BOB]: 80n, [CAROL]: 50n });
  await writePermit2(BOB, "transferFrom", ALICE, BOB, 30n, to);
  await indexer.untilHead();
  expect(await listAllowances()).toEqual({ [permit2]: 70n, [BOB]: 50n, [CAROL]: 50n });
  await restart(async () => {
    await writePermit2(BOB, "transferFrom", ALICE, BOB, 30n, to);
    await write(TREASURY, "end", ALICE, CAROL);
  });
  expect(await listAllowances()).toEqual({ [permit2]: 40n, [BOB]: 20n });
});
