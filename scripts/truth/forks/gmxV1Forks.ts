import type { Address } from "@portico/evm";
import { encodePacked, keccak256 } from "viem";
import { compileStandIn } from "./compileStandIn.ts";
import { deployContract, deployToken, installContract, type ForkContract } from "./forkContract.ts";
import { ADMIN, roleOf, type ForkChain, type ForkScene } from "./forkScene.ts";
import { sumByToken } from "./sumByToken.ts";

const UNIT = 10n ** 18n;
const USD = 10n ** 30n;
const AUM = 10_000n * UNIT;

/** Stand-ins: no package ships the bytecode. An owner has a long position, liquidity and a stake, which earns. */
export const gmxV1Forks: ForkScene = {
  family: "gmx-v1",
  async install(on, row) {
    const [index, stable] = on.tokens;
    const vault = await installContract(on, roleOf(row, "vault"), compileStandIn("GmxVaultStandIn"));
    const staking = await installStaking(on, vault);
    const { gmx, glp, tracker, gmxTracker, router } = staking;
    await vault.write(ADMIN, "list", [index, false, 20n * USD]);
    await vault.write(ADMIN, "list", [stable, true, USD]);
    for (const token of on.tokens) {
      await on.mint(token, ADMIN, 1_000n * UNIT);
      await on.approve(token, ADMIN, vault.address);
      await vault.write(ADMIN, "provide", [token, 1_000n * UNIT]);
    }
    await on.mint(glp.address, ADMIN, 70n * UNIT);
    return {
      async use(owner) {
        await vault.write(ADMIN, "setPrice", [index, 20n * USD, 0n]);
        await vault.write(owner, "increasePosition", [index, index, 100n * USD, 500n * USD, true]);
        await vault.write(ADMIN, "setPrice", [index, 22n * USD, 3_000n]);
        for (const [token, { address }] of [
          [glp, tracker],
          [gmx, gmxTracker],
        ] as const) {
          await on.mint(token.address, owner, 30n * UNIT);
          await on.approve(token.address, owner, address);
        }
        await router.write(owner, "stakeGlp", [30n * UNIT]);
        await router.write(owner, "stakeGmx", [4n * UNIT]);
      },
      async readTruth(owner) {
        return sumByToken([
          [index, await readPayout(vault, owner, index)],
          [gmx.address, await gmxTracker.read<bigint>("stakedAmounts", [owner])],
          ...(await readLiquidity(on, vault, staking, owner)),
          ...(await readRewards(staking, owner)),
        ]);
      },
    };
  },
};

/** What closing the long position pays. */
async function readPayout(vault: ForkContract, owner: Address, index: Address): Promise<bigint> {
  const key = keccak256(encodePacked(["address", "address", "address", "bool"], [owner, index, index, true]));
  const [size] = await vault.read<readonly [bigint]>("positions", [key]);
  return size === 0n ? 0n : vault.read("previewClose", [owner, index, index, true]);
}

type Staking = Awaited<ReturnType<typeof installStaking>>;

async function installStaking(on: ForkChain, vault: ForkContract) {
  const [glp, gmx, reward] = [await deployToken(on, "GLP"), await deployToken(on, "GMX"), await deployToken(on, "RWD")];
  const manager = await deployContract(on, compileStandIn("GlpManagerStandIn"), [vault.address, glp.address]);
  const trackerArtifact = compileStandIn("RewardTrackerStandIn");
  const tracker = await deployContract(on, trackerArtifact, [reward.address]);
  const gmxTracker = await deployContract(on, trackerArtifact, [reward.address]);
  const of = [manager, glp, gmx, tracker, gmxTracker].map(({ address }) => address);
  const router = await deployContract(on, compileStandIn("RewardRouterStandIn"), of);
  await vault.write(ADMIN, "setManager", [manager.address]);
  await manager.write(ADMIN, "setHandler", [router.address]);
  await manager.write(ADMIN, "setAum", [AUM]);
  for (const { address } of [tracker, gmxTracker]) await on.mint(reward.address, address, 10n ** 30n);
  return { glp, gmx, reward, tracker, gmxTracker, router };
}

/** A part of the vault's tokens, as far as they are not owed to open positions. */
async function readLiquidity(
  { tokens }: ForkChain,
  vault: ForkContract,
  { glp, tracker }: Staking,
  owner: Address,
): Promise<(readonly [Address, bigint])[]> {
  const [share, supply] = [await tracker.read<bigint>("stakedAmounts", [owner]), await glp.read<bigint>("totalSupply")];
  const reserves = await Promise.all(
    tokens.map(async (token) => {
      const rawAmount = await vault.read<bigint>("poolAmounts", [token]);
      return { token, rawAmount, usd: (rawAmount * (await vault.read<bigint>("getMinPrice", [token]))) / UNIT };
    }),
  );
  const usd = reserves.reduce((sum, one) => sum + one.usd, 0n);
  const worth = (AUM * USD) / UNIT;
  return reserves.map(({ token, rawAmount }) => [token, (rawAmount * share * worth) / (supply * usd)]);
}

const readRewards = ({ reward, tracker, gmxTracker }: Staking, owner: Address) =>
  Promise.all(
    [tracker, gmxTracker].map(async (one) => [reward.address, await one.read<bigint>("claimable", [owner])] as const),
  );
