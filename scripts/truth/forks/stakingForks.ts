import { getCreationCode, loadArtifact } from "@portico/devnet";
import { ADMIN, roleOf, type ForkScene } from "./forkScene.ts";

const artifact = loadArtifact(
  "@uniswap/liquidity-staker",
  "build/StakingRewards.json",
  {},
  import.meta.resolve("@portico/protocols/package.json"),
);
const { abi } = artifact;
const UNIT = 10n ** 18n;

/** StakingRewards of @uniswap/liquidity-staker, before it pays. */
export const stakingForks: ForkScene = {
  family: "staking-only",
  async install({ chain, client, tokens: [staked, reward], mint, approve }, row) {
    const to = roleOf(row, "staking");
    await chain.install(to, getCreationCode(artifact, [ADMIN, reward, staked]));
    return {
      async use(owner) {
        await mint(staked, owner, 2n * UNIT);
        await approve(staked, owner, to);
        await chain.write(owner, { to, abi, functionName: "stake", args: [2n * UNIT] });
      },
      async readTruth(owner) {
        const stake = await client.readContract({ address: to, abi, functionName: "balanceOf", args: [owner] });
        return new Map([[staked, stake as bigint]]);
      },
    };
  },
};
