import { ZERO_ADDRESS, type Address } from "@portico/evm";
import { compileStandIn } from "./compileStandIn.ts";
import { contractAt, deployToken, installContract } from "./forkContract.ts";
import { roleOf, type ForkScene } from "./forkScene.ts";
import { sumByToken } from "./sumByToken.ts";

const UNIT = 10n ** 18n;
const NATIVE_FORK = "absstargate2";

/** StargateStandIn.sol; real pools are compared in stargateV2.long.test.ts. An owner holds shares, and stakes some. */
export const stargateV2Forks: ForkScene = {
  family: "stargate-v2",
  accepts: ({ addresses }) => "staking" in addresses,
  reduce: (row) => ({ ...row, addresses: { ...row.addresses, pool: roleOf(row, "pool") } }),
  async install(on, row) {
    const isNative = row.id === NATIVE_FORK;
    const token = isNative ? ZERO_ADDRESS : on.tokens[0];
    const pool = await installContract(on, roleOf(row, "pool"), compileStandIn("StargateStandIn"), [token]);
    const share = contractAt(on, compileStandIn("ShareStandIn", "StargateStandIn"), await pool.read("lpToken"));
    const reward = await deployToken(on, "STG");
    const stakingArtifact = compileStandIn("StargateStakingStandIn", "StargateStandIn");
    const of = [[share.address], reward.address];
    const staking = await installContract(on, roleOf(row, "staking"), stakingArtifact, of);
    await on.mint(reward.address, staking.address, 1_000n * UNIT);
    return {
      async use(owner) {
        if (!isNative) {
          await on.mint(token, owner, 90n * UNIT);
          await on.approve(token, owner, pool.address);
        }
        await pool.write(owner, "deposit", [owner, 90n * UNIT], isNative ? 90n * UNIT : 0n);
        await on.approve(share.address, owner, staking.address);
        await staking.write(owner, "deposit", [share.address, 30n * UNIT]);
      },
      async readTruth(owner) {
        const [held, staked, [paid, amounts]] = await Promise.all([
          share.read<bigint>("balanceOf", [owner]),
          staking.read<bigint>("balanceOf", [share.address, owner]),
          staking.read<readonly [readonly Address[], readonly bigint[]]>("getRewards", [share.address, owner]),
        ]);
        const rewards = paid.map((one, index) => [one, amounts[index]!] as const);
        const all = [[token, held + staked] as const, ...rewards];
        return sumByToken(all.map(([one, amount]) => [one === ZERO_ADDRESS ? "eth" : one.toLowerCase(), amount]));
      },
    };
  },
};
