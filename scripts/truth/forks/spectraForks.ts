import { compileStandIn } from "./compileStandIn.ts";
import { deployContract, installContract } from "./forkContract.ts";
import { ADMIN, roleOf, type ForkScene } from "./forkScene.ts";

const UNIT = 10n ** 18n;
const DAY = 86_400n;
const compilePart = (name: string) => compileStandIn(name, "SpectraStandIn");
const min = (one: bigint, other: bigint): bigint => (one < other ? one : other);

/** Stand-ins: no package ships the bytecode. An owner holds PT, YT, which earned, and a share of a pool of PT. */
export const spectraForks: ForkScene = {
  family: "spectra",
  async install(on, row) {
    const [ibt] = on.tokens;
    const factory = await installContract(on, roleOf(row, "factory"), compilePart("SpectraStandIn"));
    const { timestamp } = await on.client.getBlock();
    const pt = await deployContract(on, compilePart("PrincipalTokenStandIn"), [ibt, timestamp + 300n * DAY]);
    const pool = await deployContract(on, compilePart("CurvePoolStandIn"), [ibt, pt.address, (4n * UNIT) / 10n]);
    await factory.write(ADMIN, "register", [pt.address]);
    await pool.write(ADMIN, "mint", [ADMIN, 3n * UNIT]);
    return {
      async use(owner) {
        await on.mint(ibt, owner, 100n * UNIT);
        await on.approve(ibt, owner, pt.address);
        await pt.write(owner, "depositIBT", [100n * UNIT, owner]);
        await pt.write(ADMIN, "setRate", [2n * UNIT]); // one was the rate before
        await on.mint(ibt, pool.address, 30n * UNIT);
        await pt.write(owner, "transfer", [pool.address, 40n * UNIT]);
        await pool.write(ADMIN, "mint", [owner, UNIT]);
      },
      async readTruth(owner) {
        const [held, share, supply, rawIbt, rawPt, price] = await Promise.all([
          pt.read<bigint>("balanceOf", [owner]),
          pool.read<bigint>("balanceOf", [owner]),
          pool.read<bigint>("totalSupply"),
          pool.read<bigint>("balances", [0n]),
          pool.read<bigint>("balances", [1n]),
          pool.read<bigint>("price_oracle"),
        ]);
        const redeem = (amount: bigint) => pt.read<bigint>("previewRedeemForIBT", [amount]);
        const ofPt = (rawPt * share) / supply;
        const ofShare = (rawIbt * share) / supply + min(await redeem(ofPt), (ofPt * price) / UNIT);
        const earned = await pt.read<bigint>("getCurrentYieldOfUserInIBT", [owner]);
        return new Map([[ibt, (await redeem(held)) + ofShare + earned]]);
      },
    };
  },
};
