import { compileContract, getCreationCode, startBareChain } from "@portico/devnet";
import type { BareChain } from "@portico/devnet";
import { createRpc, getChain, listQuietTokens } from "@portico/evm";
import type { Address } from "@portico/evm";
import { addTwinSightings, listActiveTwins, listBalances, listTwinCandidates, readHistory } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import type { TestDatabase } from "@portico/store/testing";
import { pino } from "pino";
import type { Abi, Hex } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { syncToHead } from "../testing/sync.ts";
import { verifyCandidates } from "./verifyTwins.ts";

const eth = getChain("eth");
const [DEPLOYER, ALICE, BOB, CAROL, DAVE] = ["de", "a1", "b0", "ca", "da"].map(
  (byte): Address => `0x${byte.repeat(20)}`,
) as [Address, Address, Address, Address, Address];
const QUIET = [...listQuietTokens("eth")].find(([, logs]) => logs === "mint")![0];
const [LEDGER, FRONT, QUIET_TOKEN] = ["TwinLedger", "TwinFront", "QuietToken"].map(compileContract);

let chain: BareChain;
let database: TestDatabase;
let ledger: Address;
let front: Address;

beforeAll(async () => {
  [chain, database] = await Promise.all([startBareChain(1), createTestDatabase()]);
  ledger = await chain.deploy(LEDGER!, [], DEPLOYER);
  front = await chain.deploy(FRONT!, [ledger], DEPLOYER);
  await chain.install(QUIET, getCreationCode(QUIET_TOKEN!, []));
  await write(LEDGER!.abi, { from: DEPLOYER, to: ledger, name: "setFront", args: [front] });
  await write(LEDGER!.abi, { from: DEPLOYER, to: ledger, name: "mint", args: [ALICE, 1_000n] });
});

afterAll(async () => {
  await Promise.all([chain.stop(), database.drop()]);
});

interface Write {
  from: Address;
  to: Address;
  name: string;
  args: readonly unknown[];
}
const write = (abi: Abi, { from, to, name, args }: Write): Promise<Hex> =>
  chain.write(from, { to, abi, functionName: name, args });
const pay = (from: Address, to: Address, value: bigint) =>
  write(FRONT!.abi, { from, to: front, name: "transfer", args: [to, value] });

const sync = () => syncToHead(database.db, [{ chain: "eth", rpcUrls: [chain.rpcUrl], startBlock: 0n }]);

async function verify(): Promise<void> {
  const rpc = createRpc({ chain: eth, urls: [chain.rpcUrl] });
  const signal = new AbortController().signal;
  await verifyCandidates({ db: database.db, chain: eth, rpc, log: pino({ level: "silent" }), signal });
}

/** What an owner's history and balances show of these tokens. */
async function show(owner: Address, tokens: readonly Address[]) {
  const { transactions } = await readHistory(database.db, { owner, chains: ["eth"], count: 20 });
  const nameOf = (token: Address) => ({ [ledger]: "ledger", [front]: "front", [QUIET]: "quiet" })[token] ?? token;
  const legs = transactions.flatMap((one) => one.legs).filter(({ token }) => tokens.includes(token));
  const held = await listBalances(database.db, owner, ["eth"]);
  return {
    moves: legs.map(({ token, isInbound, rawAmount }) => `${nameOf(token)} ${isInbound ? "" : "-"}${rawAmount}`),
    held: held
      .filter(({ token, rawAmount }) => tokens.includes(token) && rawAmount > 0n)
      .map(({ token, rawAmount }) => `${nameOf(token)} ${rawAmount}`)
      .toSorted(),
  };
}

const BOTH = { moves: ["ledger -40", "front -40", "ledger 100", "front 100"], held: ["front 60", "ledger 60"] };
const ONE = { moves: ["ledger -40", "ledger 100"], held: ["ledger 60"] };

test("two contracts that share a ledger count once as soon as the node confirms it, until that block is removed", async () => {
  await pay(ALICE, BOB, 100n);
  await pay(BOB, CAROL, 40n);
  await sync();
  await verify();
  expect(await show(BOB, [ledger, front])).toEqual(BOTH); // seen twice: not often enough

  await pay(ALICE, DAVE, 7n);
  await chain.mine();
  await sync();
  const snapshot = await chain.rpc.call("evm_snapshot", []);
  await chain.mine();
  await sync();
  await verify();
  expect(await listActiveTwins(database.db, "eth")).toContainEqual({ token: front, twin: ledger });
  await chain.mine();
  await sync();
  expect(await show(BOB, [ledger, front])).toEqual(ONE);

  await chain.rpc.call("evm_revert", [snapshot]);
  await chain.warp(100); // another branch
  await chain.mine(4);
  await sync();
  expect(await listActiveTwins(database.db, "eth")).not.toContainEqual({ token: front, twin: ledger });
  expect(await show(BOB, [ledger, front])).toEqual(BOTH);

  await verify();
  await chain.mine();
  await sync();
  expect(await show(BOB, [ledger, front])).toEqual(ONE);
});

test("mints and burns without a Transfer are in history and balances", async () => {
  const { abi } = QUIET_TOKEN!;
  await write(abi, { from: DEPLOYER, to: QUIET, name: "mint", args: [BOB, 9n] });
  await write(abi, { from: DEPLOYER, to: QUIET, name: "burn", args: [BOB, 4n] });
  await sync();
  expect(await show(BOB, [QUIET])).toEqual({ moves: ["quiet -4", "quiet 9"], held: ["quiet 5"] });
});

test("tokens with other balances are two, however often they log the same", async () => {
  for (const owner of [CAROL, DAVE])
    await write(QUIET_TOKEN!.abi, { from: DEPLOYER, to: QUIET, name: "mint", args: [owner, 9n] });
  await sync();
  const pair = { token: QUIET, twin: ledger };
  await addTwinSightings(database.db, "eth", [{ ...pair, blockNumber: 1n, count: 3 }]);
  expect(await listTwinCandidates(database.db, "eth", 3)).toMatchObject([pair]);
  await verify();
  expect(await listTwinCandidates(database.db, "eth", 3)).toEqual([]);
  expect(await listActiveTwins(database.db, "eth")).not.toContainEqual(pair);
});
