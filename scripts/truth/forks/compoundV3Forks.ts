import type { Address } from "@portico/evm";
import { compileStandIn } from "./compileStandIn.ts";
import { installContract } from "./forkContract.ts";
import { ADMIN, roleOf, type ForkScene } from "./forkScene.ts";

const UNIT = 10n ** 18n;
const FEEDS: Address[] = ["0x0000000000000000000000000000000000000fd1", "0x0000000000000000000000000000000000000fd2"];

/** CometStandIn.sol: no package ships the bytecode. An owner borrows the base asset against a collateral. */
export const compoundV3Forks: ForkScene = {
  family: "compound-v3",
  async install(on, row) {
    const [base, collateral] = on.tokens;
    const listed = {
      offset: 0,
      asset: collateral,
      priceFeed: FEEDS[1],
      scale: UNIT,
      borrowCollateralFactor: (UNIT * 80n) / 100n,
      liquidateCollateralFactor: (UNIT * 85n) / 100n,
      liquidationFactor: (UNIT * 93n) / 100n,
      supplyCap: 0n,
    };
    const args = [base, FEEDS[0], UNIT, 0n, [listed]];
    const comet = await installContract(on, roleOf(row, "comet"), compileStandIn("CometStandIn"), args);
    for (const feed of FEEDS) await comet.write(ADMIN, "setPrice", [feed, 10n ** 8n]);
    const supply = async (owner: Address, token: Address, units: bigint) => {
      await on.mint(token, owner, units * UNIT);
      await on.approve(token, owner, comet.address);
      await comet.write(owner, "supply", [token, units * UNIT]);
    };
    await supply(ADMIN, base, 100n);
    return {
      async use(owner) {
        await supply(owner, collateral, 5n);
        await comet.write(owner, "withdraw", [base, 2n * UNIT]);
      },
      async readTruth(owner) {
        const [supplied, owed, secured] = await Promise.all([
          comet.read<bigint>("balanceOf", [owner]),
          comet.read<bigint>("borrowBalanceOf", [owner]),
          comet.read<bigint>("collateralBalanceOf", [owner, collateral]),
        ]);
        return new Map([
          [base, supplied - owed],
          [collateral, secured],
        ]);
      },
    };
  },
};
