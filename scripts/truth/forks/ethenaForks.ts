import { compileStandIn } from "./compileStandIn.ts";
import { installContract } from "./forkContract.ts";
import { ADMIN, roleOf, type ForkScene } from "./forkScene.ts";

const UNIT = 10n ** 18n;
const RATE = (12n * UNIT) / 10n;

/** StakedTokenStandIn.sol: shares of a vault, and an amount that waits for its cooldown. */
export const ethenaForks: ForkScene = {
  family: "ethena",
  reduce: (row) => ({ ...row, addresses: { vault: roleOf(row, "vault") } }),
  async install(on, row) {
    const [token] = on.tokens;
    const vault = await installContract(on, roleOf(row, "vault"), compileStandIn("StakedTokenStandIn"), [token, RATE]);
    return {
      async use(owner) {
        await vault.write(ADMIN, "mint", [owner, 10n * UNIT]);
        await vault.write(owner, "cooldownShares", [4n * UNIT]);
      },
      async readTruth(owner) {
        const staked = await vault.read<bigint>("convertToAssets", [await vault.read("balanceOf", [owner])]);
        const [, cooling] = await vault.read<readonly [bigint, bigint]>("cooldowns", [owner]);
        return new Map([[token, staked + cooling]]);
      },
    };
  },
};
