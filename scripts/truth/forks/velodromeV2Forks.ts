import { erc20Abi, ZERO_ADDRESS, type Address } from "@portico/evm";
import { getCreationCode } from "@portico/devnet";
import { parseAbi } from "viem";
import { combineForks } from "./combineForks.ts";
import { compileStandIn } from "./compileStandIn.ts";
import { compileVelodrome, installVelodromeLibraries } from "./compileVelodrome.ts";
import { type ForkContract, contractAt, deployContract, deployToken } from "./forkContract.ts";
import { ADMIN, roleOf, type Fork, type ForkChain, type ForkScene } from "./forkScene.ts";
import { sumByToken } from "./sumByToken.ts";
import { installVelodromeLocks } from "./velodromeLocks.ts";

const UNIT = 10n ** 18n;
const factoryAbi = parseAbi([
  "function createPool(address tokenA, address tokenB, bool stable) returns (address)",
  "function getPool(address tokenA, address tokenB, bool stable) view returns (address)",
  "function setVoter(address voter)",
]);
const poolAbi = parseAbi([
  "function mint(address to) returns (uint256)",
  "function swap(uint256 amount0, uint256 amount1, address to, bytes data)",
  "function getAmountOut(uint256 amount, address token) view returns (uint256)",
  "function claimFees() returns (uint256 claimed0, uint256 claimed1)",
]);
const gaugeAbi = parseAbi([
  "function deposit(uint256 amount)",
  "function notifyRewardWithoutClaim(uint256 amount)",
  "function earned(address owner) view returns (uint256)",
]);

/** Velodrome V2 with a stand-in of its voter: a share with its fees, another in a gauge, and locks. */
export const velodromeV2Forks: ForkScene = {
  family: "velodrome-v2",
  /** KyberSwap Classic's pools have a factory of another form. */
  accepts: ({ id }) => !id.includes("kyberswap"),
  async install(on, row) {
    const { chain } = on;
    await installVelodromeLibraries(on);
    const template = await deployContract(on, compileVelodrome("Pool"));
    const factory = contractAt(on, { abi: factoryAbi }, roleOf(row, "factory"));
    const creation = getCreationCode(compileVelodrome("factories/PoolFactory"), [template.address]);
    await chain.install(factory.address, creation, ADMIN);
    const locked = (await deployToken(on, "LOCKED")).address;
    const escrow = await deployContract(on, compileVelodrome("VotingEscrow"), [ZERO_ADDRESS, locked, ZERO_ADDRESS]);
    const voter = await deployContract(on, compileStandIn("VoterStandIn"), [escrow.address]);
    await factory.write(ADMIN, "setVoter", [voter.address]);
    await escrow.write(ADMIN, "setVoterAndDistributor", [voter.address, voter.address]);
    const pair = [...on.tokens, false];
    await factory.write(ADMIN, "createPool", pair);
    const pool = contractAt(on, { abi: poolAbi }, await factory.read<Address>("getPool", pair));
    return combineForks([await installPair(on, pool, voter), installVelodromeLocks(on, { escrow, voter, locked })]);
  },
};

async function installPair(on: ForkChain, pool: ForkContract, voter: ForkContract): Promise<Fork> {
  const { client, tokens, mint, approve, balanceOf } = on;
  const reward = (await deployToken(on, "REWARD")).address;
  const args = [ZERO_ADDRESS, pool.address, ZERO_ADDRESS, reward, voter.address, false];
  const { address } = await deployContract(on, compileVelodrome("gauges/Gauge"), args);
  const gauge = contractAt(on, { abi: gaugeAbi }, address);
  await voter.write(ADMIN, "list", [pool.address, gauge.address]);
  await mint(reward, ADMIN, 1_000n * UNIT);
  await approve(reward, ADMIN, gauge.address);
  await gauge.write(ADMIN, "notifyRewardWithoutClaim", [1_000n * UNIT]);
  const provide = async (owner: Address) => {
    await mint(tokens[0], pool.address, 3n * UNIT);
    await mint(tokens[1], pool.address, 12n * UNIT);
    await pool.write(ADMIN, "mint", [owner]);
  };
  await provide(ADMIN);
  return {
    async use(owner) {
      await provide(owner);
      await approve(pool.address, owner, gauge.address);
      await gauge.write(owner, "deposit", [2n * UNIT]);
      await mint(tokens[0], pool.address, UNIT);
      await pool.write(ADMIN, "swap", [0n, await pool.read<bigint>("getAmountOut", [UNIT, tokens[0]]), ADMIN, "0x"]);
    },
    async readTruth(owner) {
      const { address: at } = pool;
      const supply = await client.readContract({ address: at, abi: erc20Abi, functionName: "totalSupply" });
      const shares = [await balanceOf(at, owner), await balanceOf(gauge.address, owner)];
      const held = await Promise.all(tokens.map((token) => balanceOf(token, at)));
      const call = { address: at, abi: poolAbi, functionName: "claimFees", account: owner } as const;
      const { result: fees } = await client.simulateContract(call);
      return sumByToken([
        ...tokens.flatMap((token, side) => shares.map((share) => [token, (held[side]! * share) / supply] as const)),
        ...tokens.map((token, side) => [token, fees[side]!] as const),
        [reward, await gauge.read<bigint>("earned", [owner])],
      ]);
    },
  };
}
