import type { Address } from "@portico/evm";
import { getCreationCode, loadArtifact } from "@portico/devnet";
import type { Artifact, BareChain } from "@portico/devnet";
import { encodeFunctionData } from "viem";
import type { Hex } from "viem";
import type { PendleContracts } from "../families/pendle/pendleContracts.ts";
import { compileTestContract } from "./contracts.ts";
import type { Lab } from "./lab.ts";
import { contractAt, deployContract } from "./testContract.ts";
import type { TestContract } from "./testContract.ts";
import { deployToken, tokenAbi } from "./tokens.ts";

const WHOLE = 10n ** 18n;
const DAY = 86_400;
/** Of the PT. */
const LIFETIME = 100 * DAY;

/** Linked by markets. */
const ORACLE_LIB: Address = "0x0000000000000000000000000000000000c0de00";

const artifactOf = (path: string) =>
  loadArtifact(
    "@pendle/core-v2",
    `build/artifacts/contracts/${path}.sol/${path.split("/").at(-1)}.json`,
    { OracleLib: ORACLE_LIB },
    import.meta.url,
  );

/** A Pendle market of an SY whose rate and rewards the test sets, which pays PENDLE too. */
export interface PendleLab {
  contracts: PendleContracts;
  expiry: number;
  stake: TestContract;
  reward: TestContract;
  pendle: TestContract;
  sy: TestContract;
  pt: TestContract;
  yt: TestContract;
  market: TestContract;
  oracle: TestContract;
  votingEscrow: TestContract;
  stakedPendle: TestContract;
}

export type PendleChain = BareChain & Pick<Lab, "client" | "view">;

/** Addresses that contracts get. Others are new. */
export type PendleAddresses = Partial<Record<"marketFactory" | "oracle", Address>>;

export async function deployPendle(lab: PendleChain, admin: Address, at: PendleAddresses = {}): Promise<PendleLab> {
  const startToken = async (symbol: string) => contractAt(lab, tokenAbi, await deployToken(lab, symbol, admin));
  const [stake, reward, pendle] = [await startToken("STAKE"), await startToken("RWD"), await startToken("PENDLE")];
  const sy = await deployContract(lab, compileTestContract("StandardizedYieldStandIn"), [
    stake.address,
    reward.address,
  ]);
  await lab.install(ORACLE_LIB, artifactOf("core/Market/OracleLib").bytecode);
  const factories = await deployFactories(lab, admin, pendle.address, at);
  const { yields, markets, gauges, stakedPendle } = factories;
  const { timestamp } = await lab.client.getBlock();
  const expiry = Math.ceil((Number(timestamp) + LIFETIME) / DAY) * DAY;
  await yields.write(admin, "createYieldContract", [sy.address, expiry, true]);
  const pt = contractAt(
    lab,
    artifactOf("core/YieldContracts/PendlePrincipalToken").abi,
    await yields.view("getPT", [sy.address, expiry]),
  );
  const yt = contractAt(
    lab,
    artifactOf("core/YieldContracts/PendleYieldToken").abi,
    await yields.view("getYT", [sy.address, expiry]),
  );
  const market = await createMarket(lab, admin, markets, pt.address);
  await pendle.write(admin, "mint", [gauges.address, 1_000_000n * WHOLE]);
  await reward.write(admin, "mint", [sy.address, 1_000_000n * WHOLE]);
  await gauges.write(admin, "whitelistMarkets", [[market.address], true]);
  await gauges.write(admin, "setRewardDatas", [[market.address], [10n ** 15n], [expiry]]);
  const oracle = await create(lab, admin, {
    artifact: artifactOf("oracles/PtYtLpOracle/PendlePYLpOracle"),
    at: at.oracle,
  });
  const votingEscrow = await deployContract(
    lab,
    artifactOf("LiquidityMining/VotingEscrow/VotingEscrowPendleMainchain"),
    [pendle.address, admin, 0n],
  );
  const contracts = {
    factories: [markets.address],
    oracle: oracle.address,
    router: await lab.deploy(compileTestContract("PendleRouterStandIn")),
    votingEscrow: votingEscrow.address,
    stakedPendle: stakedPendle.address,
  };
  return { contracts, votingEscrow, stakedPendle, expiry, stake, reward, pendle, sy, pt, yt, market, oracle };
}

async function createMarket(
  lab: PendleChain,
  admin: Address,
  markets: TestContract,
  pt: Address,
): Promise<TestContract> {
  const { abi } = artifactOf("core/Market/PendleMarketV7");
  const args = [pt, 30n * WHOLE, (11n * WHOLE) / 10n, 10n ** 15n];
  const { result } = await lab.client.simulateContract({ ...markets, functionName: "createNewMarket", args });
  await markets.write(admin, "createNewMarket", args);
  return contractAt(lab, abi, result);
}

async function deployFactories(lab: PendleChain, admin: Address, pendle: Address, at: PendleAddresses) {
  const deploy = (path: string, args: readonly unknown[], initial: readonly unknown[], proxyAt?: Address) =>
    deployProxy(lab, admin, { path, args, initial, at: proxyAt });
  const gauges = await deploy("LiquidityMining/GaugeController/PendleGaugeControllerUpg", [pendle], [admin]);
  const ytCode = await storeCode(lab, "core/YieldContracts/PendleYieldToken", 0xc0de01n);
  const fees = [DAY, (3n * WHOLE) / 100n, (3n * WHOLE) / 100n, admin, admin];
  const yields = await deploy("core/YieldContracts/PendleYieldContractFactoryUpg", ytCode, fees);
  const marketCode = await storeCode(lab, "core/Market/PendleMarketV7", 0xc0de03n);
  const made = [yields.address, ...marketCode, gauges.address];
  const markets = await deploy("core/Market/PendleMarketFactoryV7Upg", made, [admin, admin, 80], at.marketFactory);
  const stakedPendle = await deploy("LiquidityMining/sPendle/StakedPendle", [pendle], [admin]);
  await stakedPendle.write(admin, "setCooldownDurationAndFee", [14 * DAY, 0n]);
  return { gauges, yields, markets, stakedPendle };
}

const proxy = loadArtifact("@openzeppelin/contracts", "build/contracts/ERC1967Proxy.json", {}, import.meta.url);

interface ProxyDeployment {
  path: string;
  args: readonly unknown[];
  initial: readonly unknown[];
  at: Address | undefined;
}

async function deployProxy(lab: PendleChain, admin: Address, { path, args, initial, at }: ProxyDeployment) {
  const artifact = artifactOf(path);
  const implementation = await lab.deploy(artifact, args);
  const data = encodeFunctionData({ abi: artifact.abi, functionName: "initialize", args: initial });
  const { address } = await create(lab, admin, { artifact: proxy, args: [implementation, data], at });
  return contractAt(lab, artifact.abi, address);
}

interface Creation {
  artifact: Artifact;
  args?: readonly unknown[];
  /** Undefined: a new address. */
  at: Address | undefined;
}

async function create(lab: PendleChain, admin: Address, { artifact, args = [], at }: Creation): Promise<TestContract> {
  if (at === undefined) return deployContract(lab, artifact, args, admin);
  await lab.install(at, getCreationCode(artifact, args), admin);
  return contractAt(lab, artifact.abi, at);
}

/** The halves of a creation code, which factories read from the codes of two contracts: address, size, address, size. */
async function storeCode(
  lab: PendleChain,
  path: string,
  at: bigint,
): Promise<readonly [Address, number, Address, number]> {
  const { bytecode } = artifactOf(path);
  const half = Math.floor((bytecode.length - 2) / 4) * 2;
  const halves: readonly [Hex, Hex] = [bytecode.slice(0, 2 + half) as Hex, `0x${bytecode.slice(2 + half)}`];
  const [first, second] = [at, at + 1n].map((number): Address => `0x${number.toString(16).padStart(40, "0")}`);
  await lab.setCode(first!, halves[0]);
  await lab.setCode(second!, halves[1]);
  return [first!, halves[0].length / 2 - 1, second!, halves[1].length / 2 - 1];
}
