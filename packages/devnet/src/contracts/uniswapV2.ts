import { type Abi, type Address, concat, erc20Abi, getAddress, keccak256, maxUint256, slice } from "viem";
import { GENESIS_TIME_AT, type DevnetChain } from "../chains.ts";
import { getCreationCode, loadArtifact } from "./artifact.ts";
import { toFirstDayAmount } from "./assets.ts";
import { type ContractSet, type SetUpCall, toCall } from "./contractSet.ts";
import { listPools, type DevnetPool } from "./poolTable.ts";
import { getToken, type DevnetToken } from "./tokenTable.ts";
import { TREASURY } from "./treasury.ts";

const factory = loadArtifact("@uniswap/v2-core", "build/UniswapV2Factory.json");
const pair = loadArtifact("@uniswap/v2-core", "build/UniswapV2Pair.json");
const router = loadArtifact("@uniswap/v2-periphery", "build/UniswapV2Router02.json");

export const v2RouterAbi: Abi = router.abi;
export const v2PairAbi: Abi = pair.abi;

/**
 * Mainnet addresses, from docs.uniswap.org/contracts/v2/reference/smart-contracts/v2-deployments; not deployed on
 * matic.
 */
export const uniswapV2Deployments: Record<DevnetChain, { factory: Address; router: Address }> = {
  eth: {
    factory: "0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f",
    router: "0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D",
  },
  base: {
    factory: "0x8909Dc15e40173Ff4699343b6eB8132c65e18eC6",
    router: "0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24",
  },
  matic: {
    factory: "0x9e5A52f57b3038F1B8EeE45F28b3C1967e22799C",
    router: "0xedf6066a2b290C185783862C7F4776A2C8077AD1",
  },
};

/** Uniswap V2 and its pairs, funded by the treasury. */
export const uniswapV2: ContractSet = {
  id: "uniswap2",
  listPlacements(chain) {
    const deployment = uniswapV2Deployments[chain];
    const wrapped = getToken(chain, "WETH").address;
    return [
      { address: deployment.factory, creation: getCreationCode(factory, [TREASURY]) },
      { address: deployment.router, creation: getCreationCode(router, [deployment.factory, wrapped]) },
    ];
  },
  listSetUpCalls: (chain) => listPools(chain, "v2").flatMap((pool) => listFillCalls(chain, pool)),
};

/** A pair's CREATE2 address. */
export function getPairAddress(chain: DevnetChain, { token0, token1 }: DevnetPool): Address {
  const salt = keccak256(concat([token0.address, token1.address]));
  const parts = concat(["0xff", uniswapV2Deployments[chain].factory, salt, keccak256(pair.bytecode)]);
  return getAddress(slice(keccak256(parts), 12));
}

export const approveTo = (token: DevnetToken, spender: Address): SetUpCall =>
  toCall(token.address, erc20Abi, "approve", [spender, maxUint256]);

function listFillCalls(chain: DevnetChain, { token0, token1, depthUsd }: DevnetPool): SetUpCall[] {
  const { router: to } = uniswapV2Deployments[chain];
  const amounts = [toFirstDayAmount(token0, depthUsd), toFirstDayAmount(token1, depthUsd)];
  const args = [token0.address, token1.address, ...amounts, 0n, 0n, TREASURY, GENESIS_TIME_AT + 86_400];
  return [...[token0, token1].map((token) => approveTo(token, to)), toCall(to, router.abi, "addLiquidity", args)];
}
