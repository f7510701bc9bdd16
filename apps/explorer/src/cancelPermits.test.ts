import { createRpc, getChain, getPermit2, permit2Abi } from "@portico/evm";
import { startDevnet } from "@portico/devnet";
import { createPublicClient, type Hex, http } from "viem";
import { afterAll, expect, test } from "vitest";
import { cancelPermits } from "./web/pages/approvals/cancelPermits.ts";

const devnet = await startDevnet({ chains: ["eth"], size: { people: 2, transactions: 0, days: 2, blocks: 1 } });
afterAll(() => devnet.stop());
const { rpcUrl } = devnet.chains.eth!;
const rpc = createRpc({ chain: getChain("eth"), urls: [rpcUrl] });
const owner = devnet.demoOwner.toLowerCase() as Hex;
const address = getPermit2("eth");
const [token, spender] = [`0x${"70".repeat(20)}`, `0x${"5e".repeat(20)}`] as const;

/** The node as a wallet that has the owner's key. */
const provider = {
  request: ({ method, params = [] }: { method: string; params?: readonly unknown[] }): Promise<unknown> => {
    const asked = method === "eth_requestAccounts" ? "eth_accounts" : method;
    return rpc.send<unknown>({ method: asked, params: [...params] });
  },
};
const cancel = () =>
  cancelPermits({ provider, owner, chainId: 1, permission: { contract: token, spender, permit2: address } });
const client = createPublicClient({ transport: http(rpcUrl) });
const readNonce = async () =>
  (
    await client.readContract({ address, abi: permit2Abi, functionName: "allowance", args: [owner, token, spender] })
  )[2];

test("canceling makes the next nonce of Permit2 invalid, as often as it is asked to", async () => {
  for (const nonce of [1, 2]) {
    const hash = await cancel();
    expect(await client.waitForTransactionReceipt({ hash: hash as Hex, pollingInterval: 20 })).toMatchObject({
      status: "success",
      to: address,
    });
    expect(await readNonce()).toBe(nonce);
  }
});

test("a wallet without a readable nonce sends nothing", async () => {
  const sent: string[] = [];
  const blind = {
    request: async (call: { method: string; params?: readonly unknown[] }) => {
      sent.push(call.method);
      return call.method === "eth_call" ? "0x" : await provider.request(call);
    },
  };
  const permission = { contract: token, spender, permit2: address };
  await expect(cancelPermits({ provider: blind, owner, chainId: 1, permission })).rejects.toThrow(/Nothing was sent/);
  expect(sent).not.toContain("eth_sendTransaction");
});
