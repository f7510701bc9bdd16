import { createRpc, erc20Abi, getChain } from "@portico/evm";
import type { Address, Hex, Rpc } from "@portico/evm";
import {
  DEPLOYER,
  getNonstandardToken,
  growingTokens,
  listTokens,
  nonstandardTokens,
  startDevnet,
  TREASURY,
  untilMined,
} from "@portico/devnet";
import type { Devnet } from "@portico/devnet";
import { findChainState, listTokens as listStoredTokens } from "@portico/store";
import type { Token } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import type { TestDatabase } from "@portico/store/testing";
import { encodeFunctionData, parseAbi } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listDevnetChains, syncToHead } from "../testing/sync.ts";

const abi = parseAbi([
  "function mint(address to, uint256 value)",
  "function deposit() payable",
  "function upgradeTo(address implementation)",
]);
const toLowerCase = (address: Address): Address => `0x${address.slice(2).toLowerCase()}`;
const devnetToken = (symbol: string) => listTokens("eth").find((token) => token.symbol === symbol)!.address;

let devnet: Devnet;
let database: TestDatabase;
let rpc: Rpc;

beforeAll(async () => {
  [devnet, database] = await Promise.all([
    startDevnet({ chains: ["eth"], seed: 3, size: { people: 10, transactions: 100, days: 3 } }),
    createTestDatabase(),
  ]);
  rpc = createRpc({ chain: getChain("eth"), urls: [devnet.chains.eth!.rpcUrl] });
  await syncToHead(database.db, listDevnetChains(devnet));
});

afterAll(async () => {
  await Promise.all([devnet.stop(), database.drop()]);
});

/** Mines one transaction; a devnet accepts any sender. */
async function send(from: Address, to: Address, data: Hex, value: Hex = "0x0"): Promise<void> {
  const params = [{ from, to, data, value }];
  const hash = await rpc.request<{ Method: string; Parameters: unknown[]; ReturnType: Hex }>({
    method: "eth_sendTransaction",
    params,
  });
  const { status } = await untilMined(rpc, hash);
  expect(status).toBe("success");
}

const listAll = async () =>
  (await listStoredTokens(database.db, ["eth"])).filter(({ standard }) => standard === "erc20");
/** Without those whose supply grows every second. */
const listStill = async () =>
  (await listAll()).filter(({ address }) => !growingTokens.some((other) => toLowerCase(other) === address));
const find = async (address: Address): Promise<Token> =>
  (await listAll()).find((token) => token.address === toLowerCase(address))!;

/** The chain's supplies at the store's block. */
async function readSupplies(tokens: readonly Token[]): Promise<(bigint | null)[]> {
  const blockNumber = (await findChainState(database.db, "eth"))!.balances!.blockNumber;
  const call = { abi: erc20Abi, functionName: "totalSupply", blockNumber } as const;
  return await Promise.all(tokens.map(({ address }) => rpc.readContract({ ...call, address }).catch(() => null)));
}

test("every supply equals the chain's at the head, regardless of what was minted, wrapped or rebased before", async () => {
  expect((await listAll()).length).toBeGreaterThan(30);
  const tokens = await listAll();
  expect(tokens.map(({ totalSupply }) => totalSupply)).toEqual(await readSupplies(tokens));
});

test("tokens whose creation was indexed have their creator and time immediately", async () => {
  for (const { address } of nonstandardTokens.filter(({ rawAmount }) => rawAmount > 0n)) {
    expect(await find(address)).toMatchObject({
      creator: toLowerCase(DEPLOYER),
      timeAt: expect.any(Number) as number,
    });
  }
});

test("supplies follow later mints and wraps", async () => {
  const [usdc, weth] = [devnetToken("USDC"), devnetToken("WETH")];
  const before = [(await find(usdc)).totalSupply!, (await find(weth)).totalSupply!];
  await send(TREASURY, usdc, encodeFunctionData({ abi, functionName: "mint", args: [devnet.demoOwner, 12_345n] }));
  await send(TREASURY, weth, encodeFunctionData({ abi, functionName: "deposit" }), "0x2a6");
  await syncToHead(database.db, listDevnetChains(devnet));
  expect((await find(usdc)).totalSupply! - before[0]!).toBe(12_345n);
  expect((await find(weth)).totalSupply! - before[1]!).toBe(678n);
  const tokens = await listStill();
  expect(tokens.map(({ totalSupply }) => totalSupply)).toEqual(await readSupplies(tokens));
});

test("a token behind a proxy is described again when its code is replaced", async () => {
  const proxy = getNonstandardToken("proxy").address;
  expect(await find(proxy)).toMatchObject({ name: "After The Upgrade", symbol: "NEW", decimals: 6 });
  const old = getNonstandardToken("implementation").address;
  await send(DEPLOYER, proxy, encodeFunctionData({ abi, functionName: "upgradeTo", args: [old] }));
  await syncToHead(database.db, listDevnetChains(devnet));
  expect(await find(proxy)).toMatchObject({ name: "Before The Upgrade", symbol: "OLD", decimals: 18 });
  const tokens = await listStill();
  expect(tokens.map(({ totalSupply }) => totalSupply)).toEqual(await readSupplies(tokens));
});
