import { erc20Abi } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createReader, unlessUnread } from "./reader.ts";
import type { Memory, ReaderOptions } from "./reader.ts";
import { startLab } from "./testing/lab.ts";
import type { Lab } from "./testing/lab.ts";
import { deployToken, tokenAbi } from "./testing/tokens.ts";

const ALICE: Address = "0x00000000000000000000000000000000000a11ce";
const BOB: Address = "0x0000000000000000000000000000000000000b0b";
/** Returns a word with the value 1, and 8 kB of zeros. */
const TALKER: Address = "0x0000000000000000000000000000000000007a1c";

const wordAbi = parseAbi(["function word() view returns (uint256)"]);

let lab: Lab;
let token: Address;
let memory: Memory;

beforeAll(async () => {
  lab = await startLab("eth");
  token = await deployToken(lab, "ONE", ALICE);
  // PUSH1 1, PUSH0, MSTORE, PUSH2 0x2000, PUSH0, RETURN
  await lab.setCode(TALKER, "0x60015f526120005ff3");
});
afterAll(() => lab.stop());
beforeEach(() => {
  memory = new Map();
});

async function openReader(options: Partial<ReaderOptions> = {}) {
  const block = { blockNumber: await lab.client.getBlockNumber() };
  return createReader({ rpc: lab.client, block, memory, ...options });
}

const balanceOf = (owner: Address) =>
  ({ address: token, abi: erc20Abi, functionName: "balanceOf", args: [owner] }) as const;
const supply = () => ({ address: token, abi: erc20Abi, functionName: "totalSupply" }) as const;
const mint = (to: Address) => lab.write(ALICE, { to: token, abi: tokenAbi, functionName: "mint", args: [to, 7n] });
const listOwners = (count: number): Address[] =>
  Array.from({ length: count }, (_, index): Address => `0x${(index + 1).toString(16).padStart(40, "0")}`);

/** Called without data it sets its word to 1; otherwise it returns its word. */
const COUNTER: Address = "0x000000000000000000000000000000000000c047";
const COUNTER_CODE = "0x3660095760015f55005b5f545f5260205ff3";
/** Calls the counter, and returns 1. */
const MEDDLER: Address = "0x00000000000000000000000000000000000add1e";
const MEDDLER_CODE = `0x5f5f5f5f5f73${COUNTER.slice(2)}5af15060015f5260205ff3` as const;

describe("createReader", () => {
  it("calls untrusted contracts last, because later calls see their changes", async () => {
    await lab.setCode(COUNTER, COUNTER_CODE);
    await lab.setCode(MEDDLER, MEDDLER_CODE);
    const reader = await openReader();
    const [untrusted, other] = [reader.open({ isLast: true }), reader.open()];
    const wordOf = (address: Address) => ({ address, abi: wordAbi, functionName: "word" }) as const;
    const [[meddled], [word]] = await Promise.all([
      untrusted.read([wordOf(MEDDLER)]),
      other.read([wordOf(COUNTER), balanceOf(ALICE)]),
    ]);
    expect([meddled, word, reader.stageCount]).toEqual([1n, 0n, 1]);
  });

  it("isolates simulated changes from all views, and from other simulated calls", async () => {
    await lab.setCode(COUNTER, COUNTER_CODE);
    await lab.setCode(MEDDLER, MEDDLER_CODE);
    const reader = await openReader();
    const [one, other] = [reader.open(), reader.open()];
    const wordOf = (address: Address) => ({ address, abi: wordAbi, functionName: "word" }) as const;
    const answers = await Promise.all([
      one.trySimulate([wordOf(MEDDLER), wordOf(COUNTER)]),
      one.read([wordOf(COUNTER)]),
      other.read([wordOf(MEDDLER), wordOf(COUNTER)]),
    ]);
    expect(answers).toEqual([[1n, 1n], [0n], [1n, 0n]]);
    expect(reader.stageCount).toBe(1);
  });

  it("keeps a list of state-changing calls together, whatever others simulate", async () => {
    await lab.setCode(COUNTER, COUNTER_CODE);
    await lab.setCode(MEDDLER, MEDDLER_CODE);
    const reader = await openReader();
    const one = reader.open();
    const wordOf = (address: Address) => ({ address, abi: wordAbi, functionName: "word" }) as const;
    const untrustedCalls = Array.from({ length: 198 }, (_unused, at) =>
      wordOf(`0x${(0xbeef00 + at).toString(16).padStart(40, "0")}`),
    );
    const [, , meddled] = await Promise.all([
      one.trySimulate(untrustedCalls),
      one.trySimulate([wordOf(COUNTER)]),
      one.trySimulate([wordOf(MEDDLER), wordOf(COUNTER), wordOf(untrustedCalls[0]!.address)]),
    ]);
    expect(meddled.slice(0, 2)).toEqual([1n, 1n]);
  });

  it("doesn't delay an adapter with few reads behind one with many", async () => {
    const reader = await openReader();
    const [much, little] = [reader.open(), reader.open()];
    const order: string[] = [];
    const readMuch = async () => {
      await much.read(listOwners(3_000).map(balanceOf));
      order.push("much");
    };
    const readLittle = async () => {
      await little.read([balanceOf(ALICE)]);
      await little.read([balanceOf(BOB)]);
      order.push("little");
    };
    await Promise.all([readMuch(), readLittle()]);
    expect(order).toEqual(["little", "much"]);
    expect(reader.callCount).toBe(3_002);
  });

  it("caches constants, but not empty values, which may change, nor large ones", async () => {
    const first = (await openReader()).open();
    expect(await first.readOnce([balanceOf(BOB)])).toEqual([0n]);
    await mint(BOB);
    const later = (await openReader()).open();
    expect(await later.readOnce([balanceOf(BOB)])).toEqual([7n]);
    await mint(BOB);
    expect(await (await openReader()).open().readOnce([balanceOf(BOB)])).toEqual([7n]);
    expect(memory.size).toBe(1);
    expect(await later.readOnce([{ address: TALKER, abi: wordAbi, functionName: "word" }])).toEqual([1n]);
    expect(memory.size).toBe(1);
  });

  it("doesn't mistake reads beyond the limit for a failing contract", async () => {
    const { read, tryRead } = (await openReader({ maxCalls: 2 })).open();
    expect(await tryRead([balanceOf(BOB), supply()])).toHaveLength(2);
    await expect(unlessUnread(read([supply()]), [0n])).rejects.toThrow("more than 2 reads");
    await expect(tryRead([supply()])).rejects.toThrow("more than 2 reads");
  });
});
