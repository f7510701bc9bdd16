import { compileStandIn } from "./compileStandIn.ts";
import { installContract, installToken } from "./forkContract.ts";
import { ADMIN, roleOf, type ForkScene } from "./forkScene.ts";

const UNIT = 10n ** 18n;

/** Stand-ins: staked shares, and stakes of the pools. The name of their pending view is not a fork's: no rewards. */
export const tombForks: ForkScene = {
  family: "tomb",
  async install(on, row) {
    const share = await installToken(on, roleOf(row, "share"), "SHARE");
    const masonry = await installContract(on, roleOf(row, "masonry"), compileStandIn("StakesStandIn"));
    const pools = await installContract(on, roleOf(row, "rewardPool"), compileStandIn("ChefStandIn"));
    const [token] = on.tokens;
    await pools.write(ADMIN, "add", [token]);
    return {
      async use(owner) {
        await on.mint(share.address, owner, 3n * UNIT);
        await on.approve(share.address, owner, masonry.address);
        await masonry.write(owner, "stake", [share.address, 3n * UNIT]);
        await on.mint(token, owner, 5n * UNIT);
        await on.approve(token, owner, pools.address);
        await pools.write(owner, "deposit", [0n, 5n * UNIT]);
      },
      async readTruth(owner) {
        const staked = await masonry.read<bigint>("stakes", [owner]);
        const [farmed] = await pools.read<readonly [bigint, bigint]>("userInfo", [0n, owner]);
        return new Map([
          [share.address, staked],
          [token, farmed],
        ]);
      },
    };
  },
};
