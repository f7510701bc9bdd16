import { beforeAll, expect, test } from "vitest";
import { showLanguage } from "../../testing/showLanguage.ts";
import { sendCall } from "./sendCall.ts";

beforeAll(() => showLanguage("en", "approvals"));

const OWNER = "0x00000000000000000000000000000000000a11ce";
const HASH = `0x${"ab".repeat(32)}`;
const call = { to: "0x00000000000000000000000000000000000000aa", data: "0x01", signature: "" };

/** A wallet with fixed results; an error code among them is a rejection. */
function walletOf(answers: Readonly<Record<string, unknown>>) {
  const requests: unknown[] = [];
  let chain: unknown = answers["eth_chainId"] ?? "0x1";
  const request = ({ method, params }: { method: string; params?: readonly unknown[] }) => {
    requests.push([method, ...(params ?? [])]);
    const answer = method === "eth_chainId" ? chain : answers[method];
    if (typeof answer === "number") return Promise.reject(Object.assign(new Error("no"), { code: answer }));
    if (method === "wallet_switchEthereumChain" && answer !== "ignored") chain = "0x2105";
    return Promise.resolve(answer ?? null);
  };
  return { requests, provider: { request } };
}

const good = { eth_requestAccounts: [OWNER.toUpperCase().replace("0X", "0x")], eth_sendTransaction: HASH };
const send = (provider: ReturnType<typeof walletOf>["provider"], chainId = 1) =>
  sendCall({ provider, owner: OWNER, chainId, call });

test("the wallet is requested to send the call from the owner, without value, on its chain", async () => {
  const wallet = walletOf(good);
  expect(await send(wallet.provider, 8453)).toBe(HASH);
  expect(wallet.requests).toEqual([
    ["eth_requestAccounts"],
    ["eth_chainId"],
    ["wallet_switchEthereumChain", { chainId: "0x2105" }],
    ["eth_chainId"],
    ["eth_sendTransaction", { from: OWNER, to: call.to, data: call.data, value: "0x0", chainId: "0x2105" }],
  ]);
});

test("nothing is sent from another account, on another chain, or after a rejection, and each is reported differently", async () => {
  for (const [answers, chainId, words] of [
    [{ eth_requestAccounts: [call.to] }, 1, /choose that account/],
    [{ wallet_switchEthereumChain: "ignored" }, 8453, /still on another chain/],
    [{ wallet_switchEthereumChain: 4902 }, 8453, /doesn't know this chain/],
    [{ eth_requestAccounts: 4001 }, 1, /rejected the request/],
  ] as const) {
    const wallet = walletOf({ ...good, ...answers });
    await expect(send(wallet.provider, chainId)).rejects.toThrow(words);
    expect(JSON.stringify(wallet.requests)).not.toContain("eth_sendTransaction");
  }
});

test("an invalid hash is a problem, not a link", async () => {
  const wallet = walletOf({ ...good, eth_sendTransaction: "<b>" });
  await expect(send(wallet.provider)).rejects.toThrow(/check it there/);
});
