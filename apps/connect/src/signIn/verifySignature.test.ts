import { setTimeout as sleep } from "node:timers/promises";
import type { Address, Hex } from "@portico/evm";
import { type BareChain, startBareChain } from "@portico/devnet";
import { createPublicClient, encodeFunctionData, http, parseAbi, serializeErc6492Signature } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compileContract } from "../testing/compileContract.ts";
import { type RpcProxy, startRpcProxy } from "../testing/startRpcProxy.ts";
import { createSignatureVerifier, isSignature } from "./verifySignature.ts";

const factoryAbi = parseAbi([
  "function create(address owner) returns (address)",
  "function addressOf(address owner) view returns (address)",
]);
const owner = privateKeyToAccount(generatePrivateKey());
const otherAccount = privateKeyToAccount(generatePrivateKey());
const message = "the text that the server wrote";
const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

let chain: BareChain;
let node: RpcProxy;
let deployed: Address;
let burner: Address;
let counterfactual: { address: Address; factory: Address };

beforeAll(async () => {
  chain = await startBareChain(1);
  node = await startRpcProxy(chain.rpcUrl);
  deployed = await chain.deploy(compileContract("SmartWallet.sol", "SmartWallet"), [owner.address]);
  burner = await chain.deploy(compileContract("GasBurner.sol", "GasBurner"));
  const factory = await chain.deploy(compileContract("SmartWalletFactory.sol", "SmartWalletFactory"));
  const client = createPublicClient({ transport: http(chain.rpcUrl) });
  const before = { address: factory, abi: factoryAbi, functionName: "addressOf", args: [owner.address] } as const;
  counterfactual = { address: await client.readContract(before), factory };
});
afterAll(async () => {
  node.stop();
  await chain.stop();
});

const create = (options: { timeoutMs?: number; urls?: string[] } = {}) =>
  createSignatureVerifier({
    rpcUrls: [["eth", options.urls ?? [node.url]]],
    timeoutMs: options.timeoutMs ?? 10_000,
  });
const check = (address: Address, signature: Hex, chainId = 1) =>
  create().verify({ address, chainId, message, signature });
const signature = await owner.signMessage({ message });

describe("a key's signature", () => {
  test("is verified without any chain", async () => {
    const { verify } = createSignatureVerifier({ rpcUrls: [] });
    const signed = { chainId: 1, message, signature };
    expect(await verify({ ...signed, address: owner.address })).toBe("key");
    expect(await verify({ ...signed, address: owner.address.toLowerCase() as Address })).toBe("key");
    expect(await verify({ ...signed, address: otherAccount.address })).toBe("invalid");
    expect(await verify({ ...signed, address: owner.address, message: `${message} ` })).toBe("invalid");
  });

  test("S15: in its other form (high s) is equal: only the nonce forbids reuse", async () => {
    const s = CURVE_ORDER - BigInt(`0x${signature.slice(66, 130)}`);
    const v = signature.endsWith("1b") ? "1c" : "1b";
    const other: Hex = `0x${signature.slice(2, 66)}${s.toString(16).padStart(64, "0")}${v}`;
    expect(await check(owner.address, other)).toBe("key");
  });

  test.each<[string, Hex]>([
    ["nothing", "0x"],
    ["no hex", "0xzz"],
    ["half a byte", "0x123"],
    ["65 bytes that are no signature", `0x${"ff".repeat(65)}`],
    ["64 bytes", `0x${"11".repeat(64)}`],
    ["8192 bytes", `0x${"11".repeat(8192)}`],
    ["a megabyte", `0x${"11".repeat(1 << 20)}`],
  ])("is never made of %s", async (_, hostile) => {
    expect(await check(owner.address, hostile)).toBe("invalid");
  });

  test("is never of the zero address, although the chain recovers that from an invalid one", async () => {
    const none: Hex = `0x${"00".repeat(64)}1b`;
    expect(await check("0x0000000000000000000000000000000000000000", none)).toBe("invalid");
  });

  test("is verified only as hex of 1 to 8192 bytes", () => {
    expect([isSignature("0x00"), isSignature(`0x${"0A".repeat(8192)}`)]).toEqual([true, true]);
    const refused = ["", "0x", "0x0", "00", `0x${"00".repeat(8193)}`, ["0x00"], 1, null, undefined];
    expect(refused.filter(isSignature)).toEqual([]);
  });
});

describe("a smart account's signature", () => {
  test("S10: is valid on its chain, and on no other", async () => {
    expect(await check(deployed, signature)).toBe("contract");
    expect(await check(deployed, await otherAccount.signMessage({ message }))).toBe("invalid");
    expect(await check(deployed, signature, 56)).toBe("invalid");
  });

  test("S11: is valid before deployment if it carries the account's creation, otherwise not", async () => {
    const data = encodeFunctionData({ abi: factoryAbi, functionName: "create", args: [owner.address] });
    const wrap = (inner: Hex) => serializeErc6492Signature({ address: counterfactual.factory, data, signature: inner });
    expect(await check(counterfactual.address, wrap(signature))).toBe("contract");
    expect(await check(counterfactual.address, signature)).toBe("invalid");
    expect(await check(owner.address, wrap(signature))).toBe("key"); // the key itself signed, however it is wrapped
    expect(await check(counterfactual.address, wrap(await otherAccount.signMessage({ message })))).toBe("invalid");
    expect(await check(otherAccount.address, wrap(signature))).toBe("invalid");
  });

  test("S10: of a delegated account (EIP-7702) is its key's if the key signed, and the chain's if its code accepts it", async () => {
    const delegate = await chain.deploy(compileContract("AcceptsAll.sol", "AcceptsAll"), [owner.address]);
    await chain.setCode(owner.address, `0xef0100${delegate.slice(2)}`);
    expect(await check(owner.address, signature)).toBe("key");
    expect(await check(owner.address, await otherAccount.signMessage({ message }))).toBe("contract");
    expect(await check(owner.address, `0x${"11".repeat(66)}`)).toBe("contract");
    await chain.setCode(owner.address, "0x");
    expect(await check(owner.address, `0x${"11".repeat(66)}`)).toBe("invalid");
  });

  test("S12: is neither valid nor invalid while the chain's RPC is down", async () => {
    node.mode = "down";
    expect(await check(deployed, signature)).toBe("unavailable");
    expect(await check(owner.address, signature)).toBe("key");
    node.mode = "pass";
    expect(await check(deployed, signature)).toBe("contract");
  });

  test("S12: is neither valid nor invalid if the RPC fails between the two calls, rate limits us, or is of another chain", async () => {
    node.mode = "down for calls";
    expect(await check(deployed, signature)).toBe("unavailable");
    node.mode = "limited";
    expect(await check(deployed, signature)).toBe("unavailable");
    node.mode = "wrong chain";
    expect(await check(deployed, signature)).toBe("unavailable");
    node.mode = "silent";
    const { verify } = create({ timeoutMs: 50 });
    expect(await verify({ address: deployed, chainId: 1, message, signature })).toBe("unavailable");
    node.mode = "pass";
  });

  test("S12: a refusal is reported at once, even if the node requests backoff; a hanging URL is given up within the timeout, for the next one", async () => {
    const judge = async (urls: string[], timeoutMs: number) => {
      const { verify } = create({ timeoutMs, urls });
      const before = verify({ address: deployed, chainId: 1, message, signature });
      return await Promise.race([before, sleep(5000, "late", { ref: false })]);
    };
    node.mode = "resting";
    expect(await judge([node.url], 20_000)).toBe("unavailable");
    expect(await judge(["http://127.0.0.1:9"], 20_000)).toBe("unavailable");
    node.mode = "silent";
    expect(await judge([node.url], 100)).toBe("unavailable");
    expect(await judge([node.url, chain.rpcUrl], 1500)).toBe("contract");
    node.mode = "pass";
  });

  test("is verified by the next URL if one is down", async () => {
    const { verify } = create({ urls: ["http://127.0.0.1:9", node.url] });
    expect(await verify({ address: deployed, chainId: 1, message, signature })).toBe("contract");
  });

  test("S13: is invalid if the account burns gas, or keeps the node busy beyond the timeout", async () => {
    expect(await check(burner, signature)).toBe("invalid");
    node.mode = "slow calls";
    const { verify } = create({ timeoutMs: 300 });
    expect(await verify({ address: burner, chainId: 1, message, signature })).toBe("invalid");
    node.mode = "pass";
  });

  test("with an authorization inside (ERC-8010) is rejected", async () => {
    const magic = "8010".repeat(16);
    const before = node.requestCount;
    expect(await check(owner.address, `0x${"11".repeat(200)}${magic}`)).toBe("invalid");
    expect(node.requestCount).toBe(before);
  });
});
