import { loadArtifact } from "@portico/devnet";
import { deployToken, installContract, installToken } from "./forkContract.ts";
import { ADMIN, roleOf, type ForkScene } from "./forkScene.ts";

const artifact = loadArtifact(
  "@uniswap/liquidity-staker",
  "build/StakingRewards.json",
  {},
  import.meta.resolve("@portico/protocols/package.json"),
);
const UNIT = 10n ** 18n;

/** StakingRewards of @uniswap/liquidity-staker, which pays, of the row's token. */
export const pool2Forks: ForkScene = {
  family: "pool2",
  accepts: ({ addresses }) => "token" in addresses,
  async install(on, row) {
    const token = await installToken(on, roleOf(row, "token"), "LP");
    const reward = await deployToken(on, "RWD");
    const farm = await installContract(on, roleOf(row, "staking"), artifact, [ADMIN, reward.address, token.address]);
    await on.mint(reward.address, farm.address, 1_000n * UNIT);
    await farm.write(ADMIN, "notifyRewardAmount", [1_000n * UNIT]);
    return {
      async use(owner) {
        await on.mint(token.address, owner, 70n * UNIT);
        await on.approve(token.address, owner, farm.address);
        await farm.write(owner, "stake", [70n * UNIT]);
      },
      async readTruth(owner) {
        const [staked, earned] = await Promise.all(
          ["balanceOf", "earned"].map((view) => farm.read<bigint>(view, [owner])),
        );
        return new Map([
          [token.address, staked!],
          [reward.address, earned!],
        ]);
      },
    };
  },
};
