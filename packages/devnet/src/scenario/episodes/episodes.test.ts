import {
  type Address,
  createPublicClient,
  decodeFunctionResult,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  parseAbi,
  type PublicClient,
  toEventSelector,
} from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createRpc } from "../../anvil/rpc.ts";
import type { DevnetChain } from "../../chains.ts";
import { galleryAbi, KITTIES, kittiesAbi } from "../../contracts/nfts.ts";
import {
  DEPLOYER,
  GALLERY,
  getNonstandardToken,
  type NonstandardTokenKind,
  nonstandardTokens,
} from "../../contracts/nonstandardTokenTable.ts";
import { PERMIT2 } from "../../contracts/permit2.ts";
import { type Devnet, startDevnet } from "../../startDevnet.ts";
import { DEMO_OWNER } from "../../demoOwner.ts";

/** Events that the smallest devnet must have on each chain, with their minimum counts. */
const EVENTS: [event: string, atLeast: number][] = [
  ["Transfer(address,address,uint256)", 200],
  ["Approval(address,address,uint256)", 20],
  ["ApprovalForAll(address,address,bool)", 5],
  ["TransferSingle(address,address,address,uint256,uint256)", 3],
  ["TransferBatch(address,address,address,uint256[],uint256[])", 2],
  ["Approval(address,address,address,uint160,uint48)", 5],
  ["Permit(address,address,address,uint160,uint48,uint48)", 1],
  ["Lockdown(address,address,address)", 2],
  ["LogRebase(uint256,uint256)", 2],
  ["Upgraded(address)", 2],
  ["Deposit(address,uint256)", 1],
  ["Sold(address,uint256,address,address,address,uint256)", 3],
  ["Created(address,address)", 1],
];

let devnet: Devnet;
beforeAll(async () => {
  devnet = await startDevnet({ seed: 5, size: { people: 4, transactions: 20, days: 2 } });
});
afterAll(() => devnet.stop());

describe.each(["eth", "base"] as const)("the smallest devnet's %s", (chain: DevnetChain) => {
  const getUrl = () => devnet.chains[chain]?.rpcUrl ?? "";
  let client: PublicClient;
  beforeAll(() => {
    client = createPublicClient({ transport: http(getUrl(), { retryCount: 0 }) });
  });

  const getNonstandard = (kind: NonstandardTokenKind) => getNonstandardToken(kind).address;
  const balanceOf = async (address: Address): Promise<bigint | "no answer"> => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: "balanceOf", args: [DEMO_OWNER] });
    try {
      const { data: result = "0x" } = await client.call({ to: address, data, gas: 3_000_000n });
      return decodeFunctionResult({ abi: erc20Abi, functionName: "balanceOf", data: result });
    } catch {
      return "no answer";
    }
  };

  test.each(EVENTS)("has %s, at least %i of them", async (event, atLeast) => {
    const logs = await createRpc(getUrl()).call<unknown[]>("eth_getLogs", [
      { fromBlock: "0x0", toBlock: "latest", topics: [toEventSelector(event)] },
    ]);
    expect(logs.length).toBeGreaterThanOrEqual(atLeast);
  });

  test("pays by internal calls, by nested creations, without effect, and in ways that are reverted", async () => {
    const rpc = createRpc(getUrl());
    const blocks = Number(await rpc.call("eth_blockNumber"));
    type Trace = { type: string; error?: string; traceAddress: number[]; action: { value?: Hex; refundAddress?: Hex } };
    const traces = await rpc.batch<Trace[]>(
      Array.from({ length: blocks }, (_, index) => ["trace_block", [`0x${(index + 1).toString(16)}`]]),
    );
    const inner = traces.flat().filter(({ traceAddress }) => traceAddress.length > 0);
    const paying = inner.filter(({ action }) => BigInt(action.value ?? "0x0") > 0n);
    expect(paying.filter(({ type }) => type === "call").length).toBeGreaterThan(5);
    expect(paying.filter(({ type }) => type === "create").length).toBeGreaterThan(0);
    expect(paying.filter(({ error }) => error !== undefined).length).toBeGreaterThan(0);
    expect(
      traces.flat().filter(({ error, traceAddress }) => error !== undefined && traceAddress.length === 0).length,
    ).toBeGreaterThan(0);
    expect(traces.flat().filter(({ type }) => type === "suicide").length).toBeGreaterThan(0);
  });

  test("has nonstandard tokens at the table's addresses, each with its behaviour", async () => {
    const codes = await createRpc(getUrl()).batch(
      nonstandardTokens.map(({ address }) => ["eth_getCode", [address, "latest"]]),
    );
    expect(codes.filter((code) => code === "0x")).toEqual([]);
    for (const kind of ["eatsGas", "hangs", "saysNothing", "saysTooLittle", "bombs"] as const) {
      expect([kind, await balanceOf(getNonstandard(kind))]).toEqual([kind, "no answer"]);
    }
    expect(await balanceOf(getNonstandard("lies"))).toBe(2n ** 256n - 1n);
    for (const kind of ["refusesOdd", "saysTooMuch", "none", "bare", "longName"] as const) {
      expect(await balanceOf(getNonstandard(kind))).toBeGreaterThan(0n);
    }
  });

  test("has a token whose name and decimals an upgrade changed, and one whose name is a megabyte", async () => {
    const proxy = { address: getNonstandard("proxy"), abi: erc20Abi } as const;
    const { name, decimals } = getNonstandardToken("proxy");
    expect(await client.readContract({ ...proxy, functionName: "name" })).toBe(name);
    expect(await client.readContract({ ...proxy, functionName: "decimals" })).toBe(Number(decimals));
    const before = await client.readContract({
      address: getNonstandard("implementation"),
      abi: erc20Abi,
      functionName: "name",
    });
    expect(before).not.toBe(name);
    const long = { address: getNonstandard("longName"), abi: erc20Abi, functionName: "name" } as const;
    expect(await client.readContract(long)).toBe("A".repeat(1 << 20));
  });

  test("leaves the demo owner with bought and approved NFTs, an operator and Permit2 allowances", async () => {
    const gallery = { address: GALLERY, abi: galleryAbi };
    const sold = await client.getContractEvents({
      ...gallery,
      eventName: "Transfer",
      fromBlock: 1n,
      args: { from: DEPLOYER, to: DEMO_OWNER },
    });
    expect(sold).toHaveLength(3);
    expect(await client.readContract({ ...gallery, functionName: "getApproved", args: [1n] })).not.toMatch(/^0x0+$/);
    const kitties = { address: KITTIES, abi: kittiesAbi, functionName: "balanceOf", args: [DEMO_OWNER] };
    expect(await client.readContract(kitties)).toBeGreaterThan(0n);
    const abi = parseAbi(["function allowance(address, address) view returns (uint256)"]);
    const weth = { address: devnet.tokens[chain]?.[0] ?? "0x", abi, functionName: "allowance" } as const;
    expect(await client.readContract({ ...weth, args: [DEMO_OWNER, PERMIT2] })).toBeGreaterThan(0n);
  });
});
