import { ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import { createCompiler, getCreationCode } from "@portico/devnet";
import { fileURLToPath } from "node:url";
import { compileTestContract } from "./contracts.ts";
import type { Lab } from "./lab.ts";
import { anyTokenAbi, contractAt, deployContract } from "./testContract.ts";
import type { TestContract } from "./testContract.ts";
import { tokenAbi } from "./tokens.ts";

const SOURCES = "sphere-mezo-solidity-files/domains/aerodrome/contracts";
/** Libraries that the escrow links to. */
const libraries = {
  BalanceLogicLibrary: "0x00000000000000000000000000000000001b0001",
  DelegationLogicLibrary: "0x00000000000000000000000000000000001b0002",
} as const;

const compiler = createCompiler({
  folder: fileURLToPath(new URL("../../contracts", import.meta.url)),
  from: import.meta.url,
  solc: "solc",
  remappings: { "@openzeppelin/contracts/": "@openzeppelin/contracts-5/" },
  settings: {
    evmVersion: "cancun",
    optimizer: { enabled: true, runs: 200 },
    metadata: { bytecodeHash: "none" },
    libraries: Object.fromEntries(
      Object.entries(libraries).map(([name, address]) => [`${SOURCES}/libraries/${name}.sol`, { [name]: address }]),
    ),
  },
});
const compile = (path: string) => compiler(`${SOURCES}/${path}.sol`, path.split("/").at(-1)!);
const poolArtifact = compile("Pool");

export interface VelodromeV2Lab {
  factory: TestContract;
  voter: TestContract;
  escrow: TestContract;
  createPool(tokens: readonly [Address, Address], isStable: boolean): Promise<TestContract>;
  /** A gauge of a pool, listed by the voter, and what it pays: `reward` over a week. */
  createGauge(pool: TestContract, reward: Address, rawReward: bigint): Promise<TestContract>;
  /** Adds liquidity for an owner. */
  provide(pool: TestContract, owner: Address, amounts: readonly [bigint, bigint]): Promise<void>;
  /** Swaps a token for the other, whose fee goes to the liquidity's owners. */
  swap(pool: TestContract, rawAmount: bigint): Promise<void>;
}

/** @param locked - The token that the escrow locks. @param deployer - Can mint all tokens. */
export async function deployVelodromeV2(lab: Lab, deployer: Address, locked: Address): Promise<VelodromeV2Lab> {
  for (const [name, address] of Object.entries(libraries))
    await lab.install(address, getCreationCode(compile(`libraries/${name}`)));
  const factory = await deployContract(
    lab,
    compile("factories/PoolFactory"),
    [await lab.deploy(poolArtifact)],
    deployer,
  );
  const escrow = await deployContract(lab, compile("VotingEscrow"), [ZERO_ADDRESS, locked, ZERO_ADDRESS], deployer);
  const voter = await deployContract(lab, compileTestContract("VoterStandIn"), [escrow.address]);
  await factory.write(deployer, "setVoter", [voter.address]);
  await escrow.write(deployer, "setVoterAndDistributor", [voter.address, voter.address]);
  const send = (token: Address, to: Address, rawAmount: bigint) =>
    lab.write(deployer, { to: token, abi: tokenAbi, functionName: "mint", args: [to, rawAmount] });
  const tokensOf = (pool: TestContract) => pool.view<readonly [Address, Address]>("tokens");
  return {
    factory,
    voter,
    escrow,
    async createPool(tokens, isStable) {
      const { abi } = factory;
      const create = abi.filter((item) => item.type === "function" && item.inputs[2]?.type === "bool");
      await lab.write(deployer, {
        to: factory.address,
        abi: create,
        functionName: "createPool",
        args: [...tokens, isStable],
      });
      const args = [...tokens, isStable];
      const pool = await lab.view({ address: factory.address, abi: create, functionName: "getPool", args });
      return contractAt(lab, poolArtifact.abi, String(pool) as Address);
    },
    async createGauge(pool, reward, rawReward) {
      const args = [ZERO_ADDRESS, pool.address, ZERO_ADDRESS, reward, voter.address, false];
      const gauge = await deployContract(lab, compile("gauges/Gauge"), args, deployer);
      await voter.write(deployer, "list", [pool.address, gauge.address]);
      await send(reward, deployer, rawReward);
      await lab.write(deployer, {
        to: reward,
        abi: anyTokenAbi,
        functionName: "approve",
        args: [gauge.address, rawReward],
      });
      await gauge.write(deployer, "notifyRewardWithoutClaim", [rawReward]);
      return gauge;
    },
    async provide(pool, owner, amounts) {
      const tokens = await tokensOf(pool);
      for (const side of [0, 1] as const) await send(tokens[side], pool.address, amounts[side]);
      await pool.write(owner, "mint", [owner]);
    },
    async swap(pool, rawAmount) {
      const [token] = await tokensOf(pool);
      const out = await pool.view<bigint>("getAmountOut", [rawAmount, token]);
      await send(token, pool.address, rawAmount);
      await pool.write(deployer, "swap", [0n, out, deployer, "0x"]);
    },
  };
}
