import { createRpc, getChain } from "@portico/evm";
import type { Address, Hex, Rpc } from "@portico/evm";
import { listIdentifiedEvents } from "@portico/protocols";
import { startBareChain } from "@portico/devnet";
import type { BareChain } from "@portico/devnet";
import { findChainState, listUnclassified, writeProtocolContracts } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import type { TestDatabase } from "@portico/store/testing";
import { sql } from "kysely";
import { concat, encodeAbiParameters, encodeEventTopics, numberToHex, parseAbiItem, toEventSelector } from "viem";
import type { AbiEvent } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listWatchedTopics, WATCHED_TOPICS } from "../decode/decodeLogs.ts";
import { syncToHead } from "../testing/sync.ts";
import { addContracts, createScanLimits, scanEvents } from "./syncEventScans.ts";

/** Emitted by Safes, and possibly by anyone. */
const added = parseAbiItem("event AddedOwner(address indexed owner)");
const setUp = parseAbiItem(
  "event SafeSetup(address indexed initiator, address[] owners, uint256 threshold, address initializer, address fallbackHandler)",
);
/** SushiSwap's MasterChef, and an event of its pools. */
const CHEF: Address = "0xc2EdaD668740f1aA35E4D8f227fB8E17dcA888Cd";
const deposit = parseAbiItem("event Deposit(address indexed user, uint256 indexed pid, uint256 amount)");

/** An event of Morpho, which is one contract. */
const supplied = parseAbiItem(
  "event Supply(bytes32 indexed id, address indexed caller, address indexed onBehalf, uint256 assets, uint256 shares)",
);

const ANYBODY: Address = "0x0e00000000000000000000000000000000000003";
const [ALICE, BOB, CAROL, DAVE] = ["a1", "b0", "c0", "d0"].map((byte): Address => `0x${byte.repeat(20)}`) as [
  Address,
  Address,
  Address,
  Address,
];

let chain: BareChain;
let database: TestDatabase;

beforeAll(async () => {
  [chain, database] = await Promise.all([startBareChain(1), createTestDatabase()]);
});

afterAll(async () => {
  await Promise.all([chain.stop(), database.drop()]);
});

/** Makes a contract emit an event, in its own block. */
async function emit(
  contract: Address,
  event: AbiEvent,
  args: Readonly<Record<string, unknown>>,
  data: Hex = encodeAbiParameters(
    event.inputs.filter(({ indexed }) => indexed !== true),
    event.inputs.filter(({ indexed }) => indexed !== true).map(({ name }) => args[name!]),
  ),
): Promise<bigint> {
  const words = encodeEventTopics({ abi: [event], args }) as Hex[];
  await chain.setCode(contract, createEmitter(words.length));
  await chain.send({ from: DAVE, to: contract, data: concat([...words, data]) });
  return BigInt(await chain.rpc.call("eth_blockNumber", []));
}

/** Code that logs its calldata: the topics, then the data. */
function createEmitter(topicCount: number): Hex {
  const byte = (value: number): string => value.toString(16).padStart(2, "0");
  const words = Array.from({ length: topicCount }, (_, at) => `60${byte(32 * (topicCount - 1 - at))}35`);
  const [size, start] = [`60${byte(32 * topicCount)}3603`, `60${byte(32 * topicCount)}`];
  return `0x365f5f37${words.join("")}${size}${start}${byte(0xa0 + topicCount)}00`;
}

const toLower = (address: Address): Address => `0x${address.slice(2).toLowerCase()}`;

const sync = () => syncToHead(database.db, [{ chain: "eth", rpcUrls: [chain.rpcUrl], startBlock: 0n }]);

async function listInteractions(): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select concat_ws(' ', owner, contract, key, block_number, last_block) as text from touch order by text`.execute(
    database.db,
  );
  return rows.map(({ text }) => text.replaceAll(String.raw`\x`, "0x"));
}

const toInteraction = (owner: Address, contract: Address, key: string, first: bigint, last = first): string =>
  `${owner} ${contract.toLowerCase()} ${key} ${first} ${last}`;

test("the topics of a chain are those of its protocols and those read everywhere, each once", () => {
  const own = listWatchedTopics("eth");
  expect(own).toEqual(expect.arrayContaining(WATCHED_TOPICS));
  expect(own).toEqual(expect.arrayContaining([toEventSelector(added), toEventSelector(deposit)]));
  expect(new Set(own).size).toBe(own.length);
});

test("an account that an event names has interacted with its contract: any contract, or only those that the protocol names", async () => {
  const amount = 5n;
  const first = await emit(ANYBODY, added, { owner: ALICE });
  const last = await emit(ANYBODY, added, { owner: ALICE });
  const guards = { threshold: 1n, initializer: CAROL, fallbackHandler: CAROL };
  const joined = await emit(ANYBODY, setUp, { initiator: CAROL, owners: [BOB, DAVE, BOB], ...guards });
  const staked = await emit(CHEF, deposit, { user: BOB, pid: 42n, amount });
  const farmed = await emit(ANYBODY, deposit, { user: DAVE, pid: 42n, amount });
  const id: Hex = `0x${"17".repeat(32)}`;
  await emit(ANYBODY, supplied, { id, caller: BOB, onBehalf: BOB, assets: amount, shares: amount });
  await emit(CHEF, deposit, { user: DAVE, pid: 43n, amount }, "0x01");
  await sync();
  const expected = [
    toInteraction(ALICE, ANYBODY, "", first, last),
    toInteraction(BOB, ANYBODY, "", joined),
    toInteraction(DAVE, ANYBODY, "", joined),
    toInteraction(BOB, CHEF, "0x2a", staked),
    toInteraction(DAVE, ANYBODY, "0x2a", farmed), // perhaps a farm that nobody listed
  ];
  expect(await listInteractions()).toEqual(expected.toSorted());
  expect(await listUnclassified(database.db, "eth", 9)).toContain(ANYBODY);
  expect(await listUnclassified(database.db, "eth", 9)).not.toContain(CHEF.toLowerCase());
});

test("a reorg reverts interactions, earlier ones keep their first block, and the other branch's are added", async () => {
  const remaining = await listInteractions();
  const amount = 5n;
  const fork = await emit(ANYBODY, added, { owner: CAROL });
  await emit(CHEF, deposit, { user: ALICE, pid: 1n, amount });
  await emit(ANYBODY, added, { owner: CAROL });
  await sync();
  expect(await listInteractions()).toHaveLength(remaining.length + 2);
  await chain.rpc.call("anvil_rollback", [2]);
  await emit(CHEF, deposit, { user: DAVE, pid: 1n, amount });
  await chain.mine();
  const last = await emit(CHEF, deposit, { user: BOB, pid: 42n, amount });
  await sync();
  const joined = remaining.find((row) => row.startsWith(`${BOB} ${CHEF.toLowerCase()}`))!;
  const expected = [
    ...remaining.filter((row) => row !== joined),
    joined.replace(/\d+$/, String(last)),
    toInteraction(CAROL, ANYBODY, "", fork),
    toInteraction(DAVE, CHEF, "0x1", fork + 1n),
  ];
  expect(await listInteractions()).toEqual(expected.toSorted());
  expect(numberToHex(last)).toBe(await chain.rpc.call("eth_blockNumber", []));
});

test("events that the index lacks are collected from earlier blocks: of listed contracts and of identified ones, in parts", async () => {
  const all = await listInteractions();
  await sql`truncate touch`.execute(database.db); // as a version that knew neither the chef nor its event
  await sql`delete from event_scan where topic = decode(${toEventSelector(deposit).slice(2)}, 'hex')`.execute(
    database.db,
  );
  await sync();
  await sql`update event_scan set from_block = from_block + 5 where from_block > 0`.execute(database.db); // as after a rewind
  const { protocolId } = listIdentifiedEvents("eth").find(({ topic }) => topic === toEventSelector(deposit))!;
  const farm = toLower(ANYBODY);
  const head = (await findChainState(database.db, "eth"))!.balances!;
  await writeProtocolContracts(database.db, "eth", head, [farm], [{ address: farm, protocolId, identity: "place" }]);
  const work = {
    db: database.db,
    chain: getChain("eth"),
    rpc: createRpc({ chain: getChain("eth"), urls: [chain.rpcUrl] }),
  };
  await addContracts(work);
  let ranges = 0;
  while (await scanEvents(work, createScanLimits(4))) ranges++;
  expect(ranges % Math.ceil(Number(head.blockNumber + 6n) / 4)).toBe(0); // for each hundred contracts
  const chefs = all.filter((row) => row.includes(toLower(CHEF)));
  const farms = all.filter((row) => row.includes(`${farm} 0x2a`));
  expect(await listInteractions()).toEqual([...chefs, ...farms].toSorted());
});

test("blocks that were stored while the chain catches up are scanned, too", async () => {
  await sql`truncate touch, event_scan`.execute(database.db);
  await sync();
  const { rows } = await sql<{ block_number: bigint }>`
    select min(block_number) as block_number from block where chain = 'eth'`.execute(database.db);
  await sql`
    update chain_state s set balances_block = b.block_number, balances_hash = b.hash from block b
    where s.chain = 'eth' and b.chain = 'eth' and b.block_number = ${rows[0]!.block_number}`.execute(database.db);
  const rpc = createRpc({ chain: getChain("eth"), urls: [chain.rpcUrl] });
  while (await scanEvents({ db: database.db, chain: getChain("eth"), rpc }, createScanLimits())) continue;
  const staked = (await listInteractions()).filter((row) => row.includes(toLower(CHEF)));
  expect(staked.map((row) => row.slice(0, 42)).toSorted()).toEqual(expect.arrayContaining([BOB, DAVE]));
});

test("a node that limits the addresses of a filter is sent fewer of them", async () => {
  await sql`truncate touch, event_scan`.execute(database.db);
  await sync();
  const rpc = createRpc({ chain: getChain("eth"), urls: [chain.rpcUrl] });
  const send: Rpc["send"] = async (request) => {
    const [filter] = request.params as [{ address: readonly Address[] }];
    if (filter.address.length > 2) throw new Error("too many addresses");
    return rpc.send(request);
  };
  const work = { db: database.db, chain: getChain("eth"), rpc: { ...rpc, send } };
  const limits = createScanLimits();
  await expect(scanEvents(work, limits)).rejects.toThrow("too many addresses");
  await expect.poll(() => scanEvents(work, limits).catch(() => false)).toBe(true);
});
