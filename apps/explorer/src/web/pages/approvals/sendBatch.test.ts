import { beforeAll, expect, test } from "vitest";
import { showLanguage } from "../../testing/showLanguage.ts";
import { readBatchStatus, sendBatch } from "./sendBatch.ts";

beforeAll(() => showLanguage("en", "approvals"));

const OWNER = "0x00000000000000000000000000000000000a11ce";
const hashOf = (n: number) => `0x${n.toString(16).padStart(64, "0")}`;
const calls = [1, 2, 3].map((n) => ({ to: `0x${String(n).repeat(40)}`, data: `0x0${n}`, signature: "" }));

/** A wallet on chain 1. @param answers - By method; a number is the code of a rejection, `each` counts transactions. */
function walletOf(answers: Readonly<Record<string, unknown>>, rejectsFrom = Number.POSITIVE_INFINITY) {
  const requests: [string, ...unknown[]][] = [];
  let sent = 0;
  const request = ({ method, params = [] }: { method: string; params?: readonly unknown[] }) => {
    requests.push([method, ...params]);
    if (method === "eth_sendTransaction" && ++sent < rejectsFrom) return Promise.resolve(hashOf(sent));
    const usual = { eth_requestAccounts: [OWNER], eth_chainId: "0x1", eth_sendTransaction: 4001 };
    const answer = { wallet_getCapabilities: -32_601, ...usual, ...answers }[method];
    if (typeof answer === "number") return Promise.reject(Object.assign(new Error("no"), { code: answer }));
    return Promise.resolve(answer ?? null);
  };
  return { requests, provider: { request }, methods: () => requests.map(([method]) => method) };
}

function send(provider: ReturnType<typeof walletOf>["provider"], some = calls) {
  const told: string[] = [];
  const order = { provider, owner: OWNER, chainId: 1, calls: some, onSent: (hash: string) => void told.push(hash) };
  return { told, result: sendBatch(order) };
}

test("a wallet that sends calls as a whole gets them as one batch, on its chain, without value", async () => {
  const wallet = walletOf({
    wallet_getCapabilities: { "0x1": { atomic: { status: "ready" } } },
    wallet_sendCalls: { id: "0xb0" },
  });
  expect(await send(wallet.provider).result).toEqual({ id: "0xb0" });
  const [batch] = wallet.requests.flatMap(([method, params]) => (method === "wallet_sendCalls" ? [params] : []));
  expect(batch).toEqual({
    version: "2.0.0",
    from: OWNER,
    chainId: "0x1",
    atomicRequired: true,
    calls: calls.map(({ to, data }) => ({ to, data, value: "0x0" })),
  });
  expect(wallet.methods()).not.toContain("eth_sendTransaction");
});

test.each([
  ["without batches", {}],
  ["that sends no calls as a whole", { wallet_getCapabilities: { "0x1": { atomic: { status: "unsupported" } } } }],
  ["that does so on another chain", { wallet_getCapabilities: { "0x2105": { atomic: { status: "supported" } } } }],
])("a wallet %s gets one call after the other", async (_name, answers) => {
  const wallet = walletOf(answers);
  const { told, result } = send(wallet.provider);
  expect(await result).toEqual({ hashes: [1, 2, 3].map(hashOf) });
  expect(told).toEqual([1, 2, 3].map(hashOf));
  expect(wallet.methods().filter((method) => method === "eth_requestAccounts")).toHaveLength(1);
});

test("after a rejection nothing more is sent, and what was sent before is known", async () => {
  const wallet = walletOf({}, 3);
  const { told, result } = send(wallet.provider);
  await expect(result).rejects.toThrow(/rejected the request/);
  expect(told).toEqual([1, 2].map(hashOf));
});

test("one call is a transaction; a batch without a name is a problem", async () => {
  const capable = { wallet_getCapabilities: { "0x1": { atomic: { status: "supported" } } } };
  expect(await send(walletOf(capable).provider, calls.slice(0, 1)).result).toEqual({ hashes: [hashOf(1)] });
  await expect(send(walletOf({ ...capable, wallet_sendCalls: {} }).provider).result).rejects.toThrow(/check it there/);
});

test.each([
  [100, "pending"],
  [200, "done"],
  [400, "failed"],
  [500, "failed"],
  [600, "partly"],
])("the wallet's code %i of a batch is %s", async (status, words) => {
  const wallet = walletOf({ wallet_getCallsStatus: { status } });
  expect(await readBatchStatus(wallet.provider, "0xb0")).toBe(words);
  await expect(readBatchStatus(walletOf({}).provider, "0xb0")).rejects.toThrow(/unknown state/);
});
