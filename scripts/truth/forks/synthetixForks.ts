import { stringToHex } from "viem";
import { compileStandIn } from "./compileStandIn.ts";
import { installContract, installToken } from "./forkContract.ts";
import { ADMIN, roleOf, type ForkScene } from "./forkScene.ts";

const UNIT = 10n ** 18n;
const DAY = 86_400n;
const SUSD = stringToHex("sUSD", { size: 32 });

/** Stand-ins: the debt of a stake, with its escrow and reward. */
export const synthetixForks: ForkScene = {
  family: "synthetix",
  async install(on, row) {
    const artifact = compileStandIn("SynthetixStandIn");
    // the resolver names itself as every other contract
    const core = await installContract(on, roleOf(row, "resolver"), artifact);
    const escrow = await installContract(on, roleOf(row, "rewardEscrow"), artifact);
    const synth = compileStandIn("SynthStandIn", "SynthetixStandIn");
    const susd = await installContract(on, roleOf(row, "susd"), synth, [core.address]);
    const snx = await installToken(on, roleOf(row, "snx"), "SNX");
    return {
      async use(owner) {
        await susd.write(owner, "issue", [80n * UNIT, 25n * UNIT]);
        await core.write(ADMIN, "reward", [owner, 5n * UNIT]);
        await escrow.write(ADMIN, "createEscrowEntry", [owner, 15n * UNIT, 30n * DAY]);
      },
      async readTruth(owner) {
        const [escrowed, earned, debt] = await Promise.all([
          escrow.read<bigint>("balanceOf", [owner]),
          core.read<bigint>("earned", [owner]),
          core.read<bigint>("debtBalanceOf", [owner, SUSD]),
        ]);
        return new Map([
          [snx.address, escrowed + earned],
          [susd.address, -debt],
        ]);
      },
    };
  },
};
