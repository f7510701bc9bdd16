import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { type Address, createPublicClient, erc20Abi, type Hex, http } from "viem";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createRpc, type Rpc } from "../anvil/rpc.ts";
import { type Devnet, type DevnetOptions, startDevnet } from "../startDevnet.ts";

const OPTIONS = { seed: 7, size: { people: 6, transactions: 60, days: 3 }, chains: ["eth"] } as const;
const MULTICALL3 = "0xcA11bde05977b3631167028862bE2a173976CA11";
const SOMEBODY: Address = "0x00000000000000000000000000000000000000aa";

/** A stopped chain of OPTIONS: most tests continue a copy of it, which is faster than a new one. */
let savedDir: string;
let folder: string;
let stateDir: string;
let running: Devnet[];
let lines: string[];

beforeAll(async () => {
  savedDir = mkdtempSync(join(tmpdir(), "devnet-kept-"));
  const devnet = await startDevnet({ ...OPTIONS, stateDir: savedDir });
  await devnet.stop();
});

afterAll(() => rmSync(savedDir, { recursive: true }));

const copySaved = (): void => cpSync(savedDir, stateDir, { recursive: true });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "devnet-test-"));
  stateDir = join(folder, "state");
  running = [];
  lines = [];
});

afterEach(async () => {
  await Promise.all(running.map((devnet) => devnet.stop()));
  rmSync(folder, { recursive: true });
});

async function start(options: DevnetOptions = {}): Promise<Devnet> {
  const log = (line: string) => lines.push(line);
  const devnet = await startDevnet({ ...OPTIONS, stateDir, cacheDir: folder, log, ...options });
  running.push(devnet);
  return devnet;
}

async function stop(devnet: Devnet): Promise<void> {
  running = running.filter((other) => other !== devnet);
  await devnet.stop();
}

const getRpc = (devnet: Devnet): Rpc => createRpc(devnet.chains.eth?.rpcUrl ?? "");

interface Block {
  number: Hex;
  hash: Hex;
  timestamp: Hex;
}

const getBlock = (rpc: Rpc, block: string, isFull = false) => rpc.call<Block>("eth_getBlockByNumber", [block, isFull]);

async function pay(devnet: Devnet): Promise<Block> {
  const rpc = getRpc(devnet);
  const hash = await rpc.call("eth_sendTransaction", [{ from: devnet.demoOwner, to: SOMEBODY, value: "0x5" }]);
  await expect.poll(() => rpc.call<unknown>("eth_getTransactionReceipt", [hash])).not.toBeNull();
  return getBlock(rpc, "latest");
}

/** Everything that an indexer reads, for every block. */
async function readEverything(devnet: Devnet): Promise<unknown[]> {
  const rpc = getRpc(devnet);
  const count = Number(await rpc.call("eth_blockNumber"));
  const blocks = Array.from({ length: count + 1 }, (_, index) => `0x${index.toString(16)}`);
  return rpc.batch<unknown>([
    ["eth_getLogs", [{ fromBlock: "0x0", toBlock: "latest" }]],
    ...blocks.map((block) => ["eth_getBlockByNumber", [block, true]] as const),
    ...blocks.map((block) => ["eth_getBlockReceipts", [block]] as const),
    ...blocks.map((block) => ["trace_block", [block]] as const),
    ["eth_getBalance", [SOMEBODY, "latest"]],
    ["eth_getCode", [devnet.tokens.eth?.[0], "latest"]],
  ]);
}

function readBalances(devnet: Devnet, blockNumber?: bigint) {
  const client = createPublicClient({ transport: http(devnet.chains.eth?.rpcUrl ?? "") });
  const contracts = (devnet.tokens.eth ?? []).map((address) => {
    return { address, abi: erc20Abi, functionName: "balanceOf", args: [devnet.demoOwner] } as const;
  });
  return client.multicall({
    contracts,
    multicallAddress: MULTICALL3,
    ...(blockNumber === undefined ? {} : { blockNumber }),
  });
}

test("a devnet continues from where it was stopped, with equal data", async () => {
  const first = await start();
  await pay(first);
  const [everything, balances] = [await readEverything(first), await readBalances(first)];
  await stop(first);

  const second = await start();
  expect(lines).toEqual([]);
  expect(await readEverything(second)).toEqual(everything);
  expect(await readBalances(second)).toEqual(balances);
  const { chains: before, users, demoOwner, tokens: allTokens, size, seed } = first;
  expect(second).toMatchObject({ users, demoOwner, tokens: allTokens, size, seed });
  const { blockCount = 0, transactionCount = 0, tokens } = before.eth ?? {};
  expect(second.chains.eth).toMatchObject({
    chainId: 1,
    tokens,
    blockCount: blockCount + 1,
    transactionCount: transactionCount + 1,
  });

  const goneOn = await pay(second);
  const uninterrupted = await start({ stateDir: join(folder, "other") });
  await pay(uninterrupted);
  expect(goneOn).toEqual(await pay(uninterrupted));
});

test("balances at the head of a loaded devnet can be read after more blocks", async () => {
  copySaved();
  const first = await start();
  await stop(first);
  const second = await start();
  const head = BigInt((await getBlock(getRpc(second), "latest")).number);
  const balances = await readBalances(second, head);
  await pay(second);
  await pay(second);
  expect(await readBalances(second, head)).toEqual(balances);
});

test("a state of another seed or size is replaced, with a message", async () => {
  copySaved();
  const other = await start({ seed: 8 });
  expect(lines).toEqual([expect.stringContaining("eth.json.gz is of seed 7, not 8; it is replaced by a new chain")]);
  await stop(other);
  await stop(await start({ seed: 8, size: { ...OPTIONS.size, days: 4 } }));
  expect(lines[1]).toContain("is of a different size");
  expect(readdirSync(stateDir)).toEqual(["eth.json.gz"]);
});

test("a state of a release before versions is continued, one of another version is replaced, with a message", async () => {
  copySaved();
  const file = join(stateDir, "eth.json.gz");
  const [origin = "", ...dump] = gunzipSync(readFileSync(file)).toString().split("\n");
  const write = (replaced: string) =>
    writeFileSync(file, gzipSync([origin.replace('"version":1', replaced), ...dump].join("\n")));
  write('"code":"0123456789abcdef"');
  const first = await start();
  expect(lines).toEqual([]);
  const paid = await pay(first);
  await stop(first);

  const second = await start();
  expect(await getBlock(getRpc(second), "latest")).toMatchObject({ hash: paid.hash });
  await stop(second);
  write('"version":2');
  const third = await start();
  expect(lines).toEqual([
    expect.stringMatching(/is of version 2 of the scenario, not 1; it is replaced by a new chain$/),
  ]);
  expect((await getBlock(getRpc(third), "latest")).hash).not.toBe(paid.hash);
});

test("an unreadable state is replaced, with a message", async () => {
  const first = await start();
  const head = await getBlock(getRpc(first), "latest");
  await pay(first);
  await stop(first);
  const file = join(stateDir, "eth.json.gz");
  const whole = readFileSync(file);
  writeFileSync(file, whole.subarray(0, whole.length / 2));
  const second = await start();
  expect(lines).toEqual([
    expect.stringMatching(/can't be read .*unexpected end of file.*it is replaced by a new chain/),
  ]);
  expect(await getBlock(getRpc(second), "latest")).toEqual(head);
  await stop(second);

  const [origin = ""] = /^.*\n/.exec(gunzipSync(readFileSync(file)).toString()) ?? [];
  writeFileSync(file, gzipSync(`${origin}"block":{}}`)); // complete, but nothing that anvil can load
  await start();
  expect(lines[1]).toContain("anvil can't read");
});

test("the last stored state is used after anvil itself was killed", async () => {
  copySaved();
  const first = await start();
  const seeded = await getBlock(getRpc(first), "latest");
  await pay(first);
  const lock = Number.parseInt(readFileSync(join(stateDir, "eth.lock"), "utf8"), 10);
  process.kill(-lock, "SIGKILL"); // the process group: supervisor and anvil
  await first.stop();
  running = [];
  const second = await start();
  expect(await getBlock(getRpc(second), "latest")).toEqual(seeded);
  expect(lines).toEqual([]);
});

test.each(["SIGTERM", "SIGINT", "SIGKILL"] as const)(
  "sent transactions are stored when the process that started it ends by %s",
  async (signal) => {
    copySaved();
    const script = `
    const { startDevnet } = await import(${JSON.stringify(import.meta.resolve("../startDevnet.ts"))});
    const devnet = await startDevnet(${JSON.stringify({ ...OPTIONS, stateDir, cacheDir: folder })});
    console.log(JSON.stringify(devnet));
    setInterval(() => {}, 1000);`;
    const parent = spawn(process.execPath, ["--input-type=module", "-e", script], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [line] = (await once(parent.stdout, "data")) as [Buffer];
    const head = await pay(JSON.parse(line.toString()) as Devnet);
    parent.kill(signal);
    const second = await start(); // at once: it waits until the state is written
    expect(await getBlock(getRpc(second), "latest")).toEqual(head);
  },
);

test("a devnet that is stopped while it is filled stores nothing", async () => {
  const onProgress = () => {
    throw new Error("enough");
  };
  await expect(start({ onProgress })).rejects.toThrow("enough");
  expect(readdirSync(stateDir)).toEqual([]);
});

test("a live devnet can't be stored", async () => {
  await expect(start({ live: true })).rejects.toThrow("A live devnet can't be saved");
});

test("a state that can't be stored is an error of stop, after everything has ended", async () => {
  copySaved();
  const devnet = await start();
  running = [];
  rmSync(stateDir, { recursive: true });
  await expect(devnet.stop()).rejects.toThrow("could not be saved");
  expect(readdirSync(folder)).toEqual([]);
});

test("a second devnet on the same state is rejected while the first one runs, and a stale lock is ignored", async () => {
  copySaved();
  const first = await start();
  await expect(start()).rejects.toThrow("eth.lock: stop it or use another stateDir");
  await stop(first);
  writeFileSync(join(stateDir, "eth.lock"), `${process.pid}\n`); // alive, but not a supervisor
  await start();
});
