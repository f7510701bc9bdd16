import { afterEach, expect, test } from "vitest";
import { callMany } from "./callMany.ts";
import { getChain } from "./chains.ts";
import { NATIVE_TOKEN } from "./nativeToken.ts";
import { readBalances } from "./readBalances.ts";
import { createRpc } from "./rpc.ts";
import { startFaultyServer } from "./testing/faultyServer.ts";
import type { FaultyServer } from "./testing/faultyServer.ts";

const HASH = `0x${"ab".repeat(32)}` as const;
const TOKEN = `0x${"70".repeat(20)}` as const;
let server: FaultyServer | undefined;
afterEach(async () => await server?.stop());

/** A chain without Multicall3. @returns the block parameters received. */
async function serve(error?: { code: number; message: string }) {
  const seen: unknown[] = [];
  server = await startFaultyServer(({ method, params }) => {
    if (method === "eth_chainId") return { result: "0x1068" };
    seen.push(params[1]);
    if (error !== undefined && typeof params[1] === "object") return { error };
    return { result: `0x${"0".repeat(63)}7` };
  });
  const rpc = createRpc({ chain: getChain("merlin"), urls: [server.url], baseDelayMs: 1, maxDelayMs: 5 });
  return { rpc, seen };
}

const pinned = { blockHash: HASH, requireCanonical: true };

test("a block with a hash is requested by hash, one without by number", async () => {
  const { rpc, seen } = await serve();
  await callMany(rpc, [{ to: TOKEN, data: "0x" }], { blockNumber: 9n, hash: HASH });
  await readBalances(rpc, [{ owner: TOKEN, token: NATIVE_TOKEN }], { blockNumber: 9n, hash: HASH });
  expect(seen.length).toBeGreaterThan(1);
  expect(seen.every((block) => JSON.stringify(block) === JSON.stringify(pinned))).toBe(true);
  seen.length = 0;
  await callMany(rpc, [{ to: TOKEN, data: "0x" }], { blockNumber: 9n });
  expect(seen).toEqual(["0x9"]);
});

test.each([
  { code: -32_602, message: "invalid params" },
  { code: -32_000, message: "json: cannot unmarshal object into Go value of type string" },
])("a node that only supports numbers is called by number, and not by hash again: $message", async (error) => {
  const { rpc, seen } = await serve(error);
  const calls = [{ to: TOKEN, data: "0x" }] as const;
  const answer = [`0x${"0".repeat(63)}7`];
  expect(await callMany(rpc, calls, { blockNumber: 9n, hash: HASH })).toEqual(answer);
  expect(await callMany(rpc, calls, { blockNumber: 9n, hash: HASH })).toEqual(answer);
  expect(seen).toEqual([pinned, "0x9", "0x9"]);
});

test("a block that was reorganized away is an error, never another block's state", async () => {
  const { rpc, seen } = await serve({ code: -32_000, message: "hash is not currently canonical" });
  await expect(callMany(rpc, [{ to: TOKEN, data: "0x" }], { blockNumber: 9n, hash: HASH })).rejects.toThrow(
    "canonical",
  );
  expect(seen).not.toContain("0x9");
});

test.each(["block not found", "historical state that is not available"])(
  "a node that lacks the block, with the code of invalid parameters (%s), is still called by hash",
  async (message) => {
    const { rpc, seen } = await serve({ code: -32_602, message });
    const pending = callMany(rpc, [{ to: TOKEN, data: "0x" }], { blockNumber: 9n, hash: HASH });
    await expect(pending).rejects.toThrow(message);
    expect(seen).not.toContain("0x9");
  },
);
