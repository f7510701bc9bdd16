import { chainlinkFeeds, createRpc, getChain, NATIVE_TOKEN, readNamedAddresses, readPrimaryNames } from "@portico/evm";
import {
  type Abi,
  type Address,
  createPublicClient,
  erc20Abi,
  hexToString,
  http,
  multicall3Abi,
  parseAbi,
  parseEther,
  type PublicClient,
} from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { DevnetChain } from "../chains.ts";
import { DEMO_NAME, DEMO_OWNER } from "../demoOwner.ts";
import { type Devnet, startDevnet } from "../startDevnet.ts";
import { listFeeds } from "./feedTable.ts";
import { APES, apesAbi, MARKETPLACE, STOREFRONT, storefrontAbi } from "./nfts.ts";
import { PERMIT2 } from "./permit2.ts";
import { HOSTILE_TOKEN, listTokens, type DevnetToken } from "./tokenTable.ts";
import { uniswapV2Deployments } from "./uniswapV2.ts";
import { uniswapV3Deployments, v3PositionsAbi } from "./uniswapV3.ts";
import { STETH, WSTETH } from "./lido.ts";
import { VAULT } from "./vaults.ts";

const CHAINS = ["eth", "base"] as const;
const MULTICALL3 = "0xcA11bde05977b3631167028862bE2a173976CA11";
const v2Abi = parseAbi(["function getPair(address, address) view returns (address)"]);
const v3Abi = parseAbi(["function getPool(address, address, uint24) view returns (address)"]);
const permit2ReadAbi = parseAbi([
  "function allowance(address, address, address) view returns (uint160 amount, uint48 expiration, uint48 nonce)",
]);
const feedAbi = parseAbi([
  "function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)",
  "function decimals() view returns (uint8)",
  "function description() view returns (string)",
  "function aggregator() view returns (address)",
]);

let devnet: Devnet;
const clients = {} as Record<DevnetChain, PublicClient>;

beforeAll(async () => {
  devnet = await startDevnet({ seed: 3, size: { people: 10, transactions: 120, days: 3 } });
  for (const chain of CHAINS) clients[chain] = createPublicClient({ transport: http(devnet.chains[chain]?.rpcUrl) });
});

afterAll(() => devnet.stop());

const read = <T>(chain: DevnetChain, address: Address, abi: Abi, functionName: string, args: readonly unknown[] = []) =>
  clients[chain].readContract({ address, abi, functionName, args }) as Promise<T>;

const getBySymbol = (chain: DevnetChain, symbol: string): Address =>
  listTokens(chain).find((token) => token.symbol === symbol)?.address ?? "0x";

describe.each(CHAINS.flatMap(listTokens))("$chain $address", (token: DevnetToken) => {
  const { chain, address, kind } = token;

  test("returns name, symbol and decimals as on mainnet", async () => {
    expect(await read(chain, address, erc20Abi, "decimals")).toBe(token.decimals);
    if (kind === "bytes32") return;
    expect(await read(chain, address, erc20Abi, "name")).toBe(token.name);
    expect(await read(chain, address, erc20Abi, "symbol")).toBe(token.symbol);
  });

  test("is held by the demo owner", async () => {
    expect(await read<bigint>(chain, address, erc20Abi, "balanceOf", [DEMO_OWNER])).toBeGreaterThan(0n);
  });
});

test.each([
  ["eth", "1", "40"],
  ["base", "0.5", "20"],
] as const)(
  "the demo owner's coins on %s are those of a person, all of them paid on chain",
  async (chain, least, most) => {
    const balanceAt = (block: { blockNumber?: bigint }) => clients[chain].getBalance({ address: DEMO_OWNER, ...block });
    expect(await balanceAt({ blockNumber: 0n })).toBe(0n);
    expect(await balanceAt({})).toBeGreaterThan(parseEther(least));
    expect(await balanceAt({})).toBeLessThan(parseEther(most));
  },
);

test("the demo owner's ENS name resolves in both directions", async () => {
  const rpc = createRpc({ chain: getChain("eth"), urls: [devnet.chains.eth?.rpcUrl ?? ""] });
  const { number: blockNumber } = await rpc.getBlock();
  const owner = DEMO_OWNER.toLowerCase() as Address;
  expect([...(await readNamedAddresses(rpc, [DEMO_NAME], { blockNumber }))]).toEqual([[DEMO_NAME, owner]]);
  expect([...(await readPrimaryNames(rpc, [owner], { blockNumber }))]).toEqual([[owner, DEMO_NAME]]);
});

test("Maker's metadata is bytes32", async () => {
  const abi = parseAbi(["function symbol() view returns (bytes32)"]);
  expect(hexToString(await read("eth", getBySymbol("eth", "MKR"), abi, "symbol"), { size: 32 })).toBe("MKR");
});

test("the hostile token contains markup and a right-to-left override", async () => {
  const symbol = await read<string>("base", HOSTILE_TOKEN.address, erc20Abi, "symbol");
  expect(symbol).toContain("<script>");
  expect(symbol).toContain("\u202E");
});

test("Statera keeps a fee on transfers", async () => {
  const sta = getBySymbol("eth", "STA");
  const logs = await clients.eth.getContractEvents({
    address: sta,
    abi: erc20Abi,
    eventName: "Transfer",
    fromBlock: 1n,
  });
  expect(logs.filter(({ args }) => /^0x0+$/.test(args.to ?? "")).length).toBeGreaterThan(0);
});

test("Ampleforth rebases once a day, without a Transfer", async () => {
  const abi = parseAbi(["event LogRebase(uint256 indexed epoch, uint256 totalSupply)"]);
  const address = getBySymbol("eth", "AMPL");
  const logs = await clients.eth.getContractEvents({ address, abi, eventName: "LogRebase", fromBlock: 1n });
  expect(logs.length).toBeGreaterThanOrEqual(3);
  const blockNumber = logs.at(-1)?.blockNumber ?? 0n;
  const balanceAt = (at: bigint) =>
    clients.eth.readContract({ address, abi: erc20Abi, functionName: "totalSupply", blockNumber: at });
  expect(await balanceAt(blockNumber)).not.toBe(await balanceAt(blockNumber - 1n));
});

test("Uniswap's pools have their mainnet addresses", async () => {
  const [usdc, weth] = [getBySymbol("eth", "USDC"), getBySymbol("eth", "WETH")];
  expect(await read("eth", uniswapV2Deployments.eth.factory, v2Abi, "getPair", [usdc, weth])).toBe(
    "0xB4e16d0168e52d35CaCD2c6185b44281Ec28C9Dc",
  );
  expect(await read("eth", uniswapV3Deployments.eth.factory, v3Abi, "getPool", [usdc, weth, 3000])).toBe(
    "0x8ad599c3A0ff1De082011EFDDc58f1908eb6e6D8",
  );
  const [baseUsdc, baseWeth] = [getBySymbol("base", "USDC"), getBySymbol("base", "WETH")];
  expect(await read("base", uniswapV3Deployments.base.factory, v3Abi, "getPool", [baseUsdc, baseWeth, 500])).toBe(
    "0xd0b53D9277642d899DF5C87A3966A349A798F224",
  );
  expect(await read("base", uniswapV2Deployments.base.factory, v2Abi, "getPair", [baseUsdc, baseWeth])).toBe(
    "0x88A43bbDF9D098eEC7bCEda4e2494615dfD9bB9C",
  );
});

describe.each(CHAINS.flatMap(listFeeds))(
  "$chain $description",
  ({ chain, address, aggregator, asset, description }) => {
    test("returns a price as recent as the head, through its proxy", async () => {
      const [, answer, , updatedAt] = await read<[bigint, bigint, bigint, bigint]>(
        chain,
        address,
        feedAbi,
        "latestRoundData",
      );
      expect(answer).toBeGreaterThan(0n);
      expect(updatedAt).toBe((await clients[chain].getBlock()).timestamp);
      expect(await read(chain, address, feedAbi, "decimals")).toBe(8);
      expect(await read(chain, address, feedAbi, "description")).toBe(description);
      expect(await read(chain, address, feedAbi, "aggregator")).toBe(aggregator);
    });

    test("is the feed that @portico/evm reads for the asset's tokens", () => {
      const tokens = listTokens(chain).filter((token) => token.asset === asset && token.kind !== "weth");
      const known = asset === "ETH" ? [NATIVE_TOKEN] : tokens.map((token) => token.address.toLowerCase() as Address);
      for (const token of known) expect(chainlinkFeeds[chain]?.[token]?.feed).toBe(address.toLowerCase());
    });
  },
);

test("every token for which @portico/evm has a feed has one here", () => {
  const known = CHAINS.flatMap(listTokens).filter(
    ({ chain, address }) => chainlinkFeeds[chain]?.[address.toLowerCase() as Address] !== undefined,
  );
  const unfed = known.filter(({ chain, asset }) => !listFeeds(chain).some((feed) => feed.asset === asset));
  expect(unfed).toEqual([]);
});

test("shares of a vault and staked coins gain value every day", async () => {
  const vault = parseAbi([
    "function asset() view returns (address)",
    "function convertToAssets(uint256) view returns (uint256)",
  ]);
  for (const chain of CHAINS) {
    expect(await read(chain, VAULT, vault, "asset")).toBe(getBySymbol(chain, "USDC"));
    expect(await read<bigint>(chain, VAULT, vault, "convertToAssets", [10n ** 6n])).toBeGreaterThan(10n ** 6n);
    expect(await read<bigint>(chain, VAULT, erc20Abi, "balanceOf", [DEMO_OWNER])).toBeGreaterThan(0n);
  }
  const stake = parseAbi([
    "function stEthPerToken() view returns (uint256)",
    "function stETH() view returns (address)",
  ]);
  expect(await read("eth", WSTETH, stake, "stETH")).toBe(STETH);
  expect(await read<bigint>("eth", WSTETH, stake, "stEthPerToken")).toBeGreaterThan(12n * 10n ** 17n);
  expect(await read<bigint>("eth", WSTETH, erc20Abi, "balanceOf", [DEMO_OWNER])).toBeGreaterThan(0n);
});

test("the busiest V3 pool stores price observations", async () => {
  const [usdc, weth] = [getBySymbol("eth", "USDC"), getBySymbol("eth", "WETH")];
  const pool = await read<Address>("eth", uniswapV3Deployments.eth.factory, v3Abi, "getPool", [usdc, weth, 500]);
  const observe = parseAbi(["function observe(uint32[]) view returns (int56[], uint160[])"]);
  const [[before = 0n, now = 0n]] = await read<[bigint[], bigint[]]>("eth", pool, observe, "observe", [[80_000, 0]]);
  expect(now).not.toBe(before);
});

test("Multicall3 makes many reads at once", async () => {
  const calls = [{ target: MULTICALL3, allowFailure: true, callData: "0x42cbb15c" }]; // getBlockNumber()
  const results = await read<{ success: boolean }[]>("base", MULTICALL3, multicall3Abi, "aggregate3", [calls]);
  expect(results[0]?.success).toBe(true);
});

test("the demo owner has approvals, NFTs of both standards and a position with its picture", async () => {
  for (const chain of CHAINS) {
    expect(await read<bigint>(chain, APES, apesAbi, "balanceOf", [DEMO_OWNER])).toBeGreaterThanOrEqual(2n);
    expect(await read<bigint>(chain, STOREFRONT, storefrontAbi, "balanceOf", [DEMO_OWNER, 7n])).toBeGreaterThanOrEqual(
      100n,
    );
    expect(await read(chain, APES, apesAbi, "isApprovedForAll", [DEMO_OWNER, MARKETPLACE])).toBe(true);
    const weth = getBySymbol(chain, "WETH");
    expect(await read<bigint>(chain, weth, erc20Abi, "allowance", [DEMO_OWNER, PERMIT2])).toBeGreaterThan(0n);
    const { positions } = uniswapV3Deployments[chain];
    const id = await read<bigint>(chain, positions, v3PositionsAbi, "tokenOfOwnerByIndex", [DEMO_OWNER, 0n]);
    expect(await read<string>(chain, positions, v3PositionsAbi, "tokenURI", [id])).toMatch(
      /^data:application\/json;base64,/,
    );
  }
});

test("the demo owner's Permit2 allowance is valid at the head", async () => {
  const spender = "0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af";
  const weth = getBySymbol("eth", "WETH");
  const [amount, expiration] = await read<[bigint, number]>("eth", PERMIT2, permit2ReadAbi, "allowance", [
    DEMO_OWNER,
    weth,
    spender,
  ]);
  expect(amount).toBe(2n ** 160n - 1n);
  expect(BigInt(expiration)).toBeGreaterThan((await clients.eth.getBlock()).timestamp);
});
