import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { AAVE_V3, aaveV3PoolAbi, aaveV3Reserves, type Devnet } from "@portico/devnet";
import { createTemplate, startTestPostgres } from "@portico/store/testing";
import { type Address, encodeFunctionData, erc20Abi, numberToHex, parseAbi, parseEther, parseUnits } from "viem";
import { loadDeployedTokens } from "./recordMock/loadDeployedTokens.ts";
import { root } from "./stateFolder.ts";
import { createChainReader } from "./truth/chainReader.ts";
import { runService } from "./truth/runService.ts";

const SEED = 1;
/** The minimum: everything that an indexer has to handle still occurs, and files stay small. */
const SIZE = { people: 10, transactions: 320 };

/** The owners in the mock, by their index among the users of this seed. */
const USERS: readonly (readonly [index: number, name: string, about: string])[] = [
  [0, "demo", "some of everything: nonstandard tokens, positions, a debt, NFTs, approvals of every kind"],
  [1, "farmer", "vaults and pools on two chains"],
  [2, "staker", "staked coins and supplied tokens"],
  [7, "collector", "NFTs and no positions"],
  [6, "saver", "one small position"],
  [8, "borrower", "a loan that is near its liquidation"],
  [9, "newcomer", "tokens and two NFTs on two chains, and no positions"],
];
const BORROWER = USERS.find(([, name]) => name === "borrower")?.[0] ?? 0;

const COLLATERAL = parseEther("4");
/** Ether is at about 3,200 USD then, so the health is about 1.1. */
const LOAN = parseUnits("9500", 6);
const VARIABLE_RATE = 2n;
const GAS = 1_000_000n;
const BLOCK_SECONDS = 12;

const wrappedAbi = parseAbi(["function deposit() payable"]);

function findAsset(name: string): Address {
  const reserve = aaveV3Reserves.find(({ symbol }) => symbol === name);
  if (reserve === undefined) throw new Error(`The devnet's Aave has no ${name}`);
  return reserve.token;
}

/**
 * Supplies ether to Aave and borrows close to the limit. Chains end at the same time, since curves are added by
 * timestamp.
 */
async function borrow(devnet: Devnet, from: Address): Promise<void> {
  const [wrapped, borrowed] = [findAsset("WETH"), findAsset("USDC")];
  const approve = encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [AAVE_V3.pool, COLLATERAL] });
  const atPool = (functionName: string, args: readonly unknown[]) => ({
    to: AAVE_V3.pool,
    data: encodeFunctionData({ abi: aaveV3PoolAbi, functionName, args }),
  });
  const calls = [
    { to: wrapped, data: encodeFunctionData({ abi: wrappedAbi }), value: numberToHex(COLLATERAL) },
    { to: wrapped, data: approve },
    atPool("supply", [wrapped, COLLATERAL, from, 0]),
    atPool("borrow", [borrowed, LOAN, VARIABLE_RATE, 0, from]),
  ];
  for (const [chain, { rpcUrl }] of Object.entries(devnet.chains)) {
    const reader = createChainReader(rpcUrl);
    const { timestamp } = await reader.request<{ timestamp: string }>("eth_getBlockByNumber", ["latest", false]);
    await reader.request("evm_setAutomine", [false]);
    if (chain === "eth") {
      for (const call of calls) await reader.request("eth_sendTransaction", [{ from, gas: numberToHex(GAS), ...call }]);
    }
    await reader.request("evm_setNextBlockTimestamp", [Number(timestamp) + BLOCK_SECONDS]);
    await reader.request("evm_mine");
  }
}

/**
 * Records the mock's owners from a separate devnet: starts a service on free ports, queries it with apps/mock, and
 * stops it.
 */
async function recordMock(): Promise<number> {
  const postgres = await startTestPostgres();
  try {
    const databaseFrom = { serverUrl: postgres.url, template: await createTemplate(postgres.url) };
    const listPositionUrls = async (_chain: string, rpcUrl: string) => [rpcUrl];
    const options = {
      chains: ["eth", "base", "matic"],
      listPositionUrls,
      databaseFrom,
      loadLists: loadDeployedTokens,
    } as const;
    const service = await runService(SEED, SIZE, options);
    try {
      const { users } = service.devnet;
      const borrower = users[BORROWER];
      if (borrower !== undefined) await borrow(service.devnet, borrower);
      await service.catchUp();
      await service.waitForTokenMetadata();
      await service.writePoints();
      const candidates = USERS.map(([index, name, about]) => `${name}=${users[index] ?? ""}=${about}`);
      const child = spawn(process.execPath, [join(root, "apps/mock/src/record/main.ts"), ...candidates], {
        env: { ...process.env, PORTICO_API_URL: service.apiUrl, PORTICO_ACCESS_KEY: service.accessKey },
        stdio: "inherit",
      });
      const [code] = (await once(child, "exit")) as [number | null];
      return code ?? 1;
    } finally {
      await service.stop();
    }
  } finally {
    await postgres.stop();
  }
}

process.exitCode = await recordMock();
