import { decodeFunctionData, encodeFunctionResult, parseAbi } from "viem";
import { beforeAll, expect, test } from "vitest";
import { showLanguage } from "../../testing/showLanguage.ts";
import { cancelPermits } from "./cancelPermits.ts";

beforeAll(() => showLanguage("en", "approvals"));

const OWNER = "0x00000000000000000000000000000000000a11ce";
const TOKEN = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48";
const SPENDER = "0x3d90f1f6b0f6fbb7fb3dd3f29ebb6e0e2d3f4a51";
const PERMIT2 = "0x000000000022d473030f116ddee9f6b43ac78ba3";
const HASH = `0x${"ab".repeat(32)}`;

const abi = parseAbi([
  "function allowance(address owner, address token, address spender) view returns (uint160 amount, uint48 expiration, uint48 nonce)",
  "function invalidateNonces(address token, address spender, uint48 newNonce)",
]);

interface Call {
  to: string;
  data: `0x${string}`;
}

/** A wallet whose node answers this to calls. */
function walletOf(result: string) {
  const [asked, sent]: [Call[], Call[]] = [[], []];
  const request = async ({ method, params = [] }: { method: string; params?: readonly unknown[] }) => {
    if (method === "eth_requestAccounts") return [OWNER];
    if (method === "eth_chainId") return "0x1";
    if (method === "eth_call") asked.push(params[0] as Call);
    if (method === "eth_sendTransaction") sent.push(params[0] as Call);
    return method === "eth_call" ? result : HASH;
  };
  return { asked, sent, provider: { request } };
}

const cancel = (provider: ReturnType<typeof walletOf>["provider"]) =>
  cancelPermits({
    provider,
    owner: OWNER,
    chainId: 1,
    permission: { contract: TOKEN, spender: SPENDER, permit2: PERMIT2 },
  });
const allowance = (nonce: number) =>
  encodeFunctionResult({ abi, functionName: "allowance", result: [1n, 2 ** 48 - 1, nonce] });
const decode = ({ to, data }: Call) => ({
  to,
  ...decodeFunctionData({ abi, data }),
  args: decodeFunctionData({ abi, data }).args.map((arg) => String(arg).toLowerCase()),
});

test("the nonce that the next permit would use is spent", async () => {
  const { asked, sent, provider } = walletOf(allowance(6));
  expect(await cancel(provider)).toBe(HASH);
  expect([...asked, ...sent].map(decode)).toEqual([
    { to: PERMIT2, functionName: "allowance", args: [OWNER, TOKEN, SPENDER] },
    { to: PERMIT2, functionName: "invalidateNonces", args: [TOKEN, SPENDER, "7"] },
  ]);
});

test.each(["0x", "<b>", allowance(2 ** 48 - 1)])("nothing is sent without a nonce: %s", async (result) => {
  const { sent, provider } = walletOf(result);
  await expect(cancel(provider)).rejects.toThrow(/Nothing was sent/);
  expect(sent).toEqual([]);
});
