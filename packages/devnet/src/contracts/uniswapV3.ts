import { type Abi, type Address, encodeAbiParameters, getAddress, keccak256, concat, slice, stringToHex } from "viem";
import { GENESIS_TIME_AT, type DevnetChain } from "../chains.ts";
import { type Artifact, getCreationCode, loadArtifact } from "./artifact.ts";
import { assets, toFirstDayAmount } from "./assets.ts";
import { type ContractSet, type SetUpCall, toCall } from "./contractSet.ts";
import { listPools, type DevnetPool } from "./poolTable.ts";
import { toSqrtPriceX96 } from "./sqrtPrice.ts";
import { getToken } from "./tokenTable.ts";
import { TREASURY, nameAddress } from "./treasury.ts";
import { approveTo, uniswapV2Deployments } from "./uniswapV2.ts";

const load = (packageName: string, folder: string, name: string, libraries?: Record<string, Address>): Artifact =>
  loadArtifact(`@uniswap/${packageName}`, `artifacts/contracts/${folder}${name}.sol/${name}.json`, libraries);

const factory = load("v3-core", "", "UniswapV3Factory");
const pool = load("v3-core", "", "UniswapV3Pool");
const positions = load("v3-periphery", "", "NonfungiblePositionManager");
const router = load("swap-router-contracts", "", "SwapRouter02");

export const v3PoolAbi: Abi = pool.abi;
export const v3PositionsAbi: Abi = positions.abi;
export const v3RouterAbi: Abi = router.abi;

interface Deployment {
  factory: Address;
  positions: Address;
  router: Address;
  quoter: Address;
  descriptor: Address;
  nftDescriptor: Address;
}

/**
 * Mainnet addresses, from docs.uniswap.org/contracts/v3/reference/deployments; base's descriptors are ours; not
 * deployed on matic.
 */
export const uniswapV3Deployments: Record<DevnetChain, Deployment> = {
  eth: {
    factory: "0x1F98431c8aD98523631AE4a59f267346ea31F984",
    positions: "0xC36442b4a4522E871399CD717aBDD847Ab11FE88",
    router: "0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45",
    quoter: "0x61fFE014bA17989E743c5F6cB21bF9697530B21e",
    descriptor: "0x91ae842A5Ffd8d12023116943e72A606179294f3",
    nftDescriptor: "0x42B24A95702b9986e82d421cC3568932790A48Ec",
  },
  base: {
    factory: "0x33128a8fC17869897dcE68Ed026d694621f6FDfD",
    positions: "0x03a520b32C04BF3bEEf7BEb72E919cf822Ed34f1",
    router: "0x2626664c2603336E57B271c5C0b26F421741e481",
    quoter: "0x3d4e44Eb1374240CE5F1B871ab261CD16335B76a",
    descriptor: nameAddress("uniswap v3 position descriptor"),
    nftDescriptor: nameAddress("uniswap v3 nft descriptor"),
  },
  matic: {
    factory: "0x1F98431c8aD98523631AE4a59f267346ea31F984",
    positions: "0xC36442b4a4522E871399CD717aBDD847Ab11FE88",
    router: "0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45",
    quoter: "0x61fFE014bA17989E743c5F6cB21bF9697530B21e",
    descriptor: "0x91ae842A5Ffd8d12023116943e72A606179294f3",
    nftDescriptor: "0x42B24A95702b9986e82d421cC3568932790A48Ec",
  },
};

export const TICK_SPACINGS: Record<number, number> = { 100: 1, 500: 10, 3000: 60, 10_000: 200 };
/** Pools with this fee store as many observations as busy ones do; the others only the last. */
const REMEMBERING_FEE = 500;
const REMEMBERED = 100;
const LOWEST_FEE = 100; // enabled on mainnet by a vote

/** Uniswap V3 and its pools, funded by the treasury over the full range. */
export const uniswapV3: ContractSet = {
  id: "uniswap3",
  listPlacements(chain) {
    const at = uniswapV3Deployments[chain];
    const wrapped = getToken(chain, "WETH").address;
    const descriptor = load("v3-periphery", "", "NonfungibleTokenPositionDescriptor", {
      NFTDescriptor: at.nftDescriptor,
    });
    const quoter = load("v3-periphery", "lens/", "QuoterV2");
    const routerArgs = [uniswapV2Deployments[chain].factory, at.factory, at.positions, wrapped];
    return [
      { address: at.factory, creation: getCreationCode(factory) },
      { address: at.nftDescriptor, creation: load("v3-periphery", "libraries/", "NFTDescriptor").bytecode },
      { address: at.descriptor, creation: getCreationCode(descriptor, [wrapped, stringToHex("ETH", { size: 32 })]) },
      { address: at.positions, creation: getCreationCode(positions, [at.factory, wrapped, at.descriptor]) },
      { address: at.router, creation: getCreationCode(router, routerArgs) },
      { address: at.quoter, creation: getCreationCode(quoter, [at.factory, wrapped]) },
    ];
  },
  listSetUpCalls: (chain) => [
    toCall(uniswapV3Deployments[chain].factory, factory.abi, "enableFeeAmount", [
      LOWEST_FEE,
      TICK_SPACINGS[LOWEST_FEE],
    ]),
    ...listPools(chain, "v3").flatMap((row) => listFillCalls(chain, row)),
    ...listPools(chain, "v3")
      .filter(({ fee }) => fee === REMEMBERING_FEE)
      .map((row) => toCall(getPoolAddress(chain, row), pool.abi, "increaseObservationCardinalityNext", [REMEMBERED])),
  ],
};

/** A pool's CREATE2 address. */
export function getPoolAddress(chain: DevnetChain, { token0, token1, fee }: DevnetPool): Address {
  const key = [{ type: "address" }, { type: "address" }, { type: "uint24" }] as const;
  const salt = keccak256(encodeAbiParameters(key, [token0.address, token1.address, fee]));
  const parts = concat(["0xff", uniswapV3Deployments[chain].factory, salt, keccak256(pool.bytecode)]);
  return getAddress(slice(keccak256(parts), 12));
}

/** Ticks of the widest range that a pool allows. */
export function getFullRange(fee: number): [tickLower: number, tickUpper: number] {
  const spacing = TICK_SPACINGS[fee] ?? 60;
  const tick = Math.floor(887_272 / spacing) * spacing;
  return [-tick, tick];
}

function listFillCalls(chain: DevnetChain, row: DevnetPool): SetUpCall[] {
  const { positions: to } = uniswapV3Deployments[chain];
  const { token0, token1, fee, depthUsd } = row;
  const price = toSqrtPriceX96(row, (token) => (token.asset === null ? 1 : assets[token.asset].usd));
  const [tickLower, tickUpper] = getFullRange(fee);
  const mint = {
    token0: token0.address,
    token1: token1.address,
    fee,
    tickLower,
    tickUpper,
    recipient: TREASURY,
    amount0Desired: toFirstDayAmount(token0, depthUsd),
    amount1Desired: toFirstDayAmount(token1, depthUsd),
    amount0Min: 0n,
    amount1Min: 0n,
    deadline: GENESIS_TIME_AT + 86_400,
  };
  const initialize = [token0.address, token1.address, fee, price];
  return [
    ...[token0, token1].map((token) => approveTo(token, to)),
    toCall(to, positions.abi, "createAndInitializePoolIfNecessary", initialize),
    toCall(to, positions.abi, "mint", [mint]),
  ];
}
