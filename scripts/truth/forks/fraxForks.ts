import { ZERO_ADDRESS, type Address } from "@portico/evm";
import { compileStandIn } from "./compileStandIn.ts";
import { installContract, installToken, type ForkContract } from "./forkContract.ts";
import { ADMIN, roleOf, type ForkScene } from "./forkScene.ts";

const UNIT = 10n ** 18n;
const LATER = 2_100_000_000n;

/** Stand-ins: no package ships the bytecode. An owner stakes, locks, and redeems, of which one is paid already. */
export const fraxForks: ForkScene = {
  family: "frax",
  reduce: (row) => ({ ...row, addresses: { ...row.addresses, queue: roleOf(row, "queue") } }),
  async install(on, row) {
    const at = (role: string) => roleOf(row, role);
    const [frxeth, fxs] = [await installToken(on, at("frxeth"), "frxETH"), await installToken(on, at("fxs"), "FXS")];
    const rated = [frxeth.address, (12n * UNIT) / 10n];
    const sfrxeth = await installContract(on, at("sfrxeth"), compileStandIn("StakedTokenStandIn"), rated);
    const queue = await installContract(on, at("queue"), compileStandIn("WithdrawRequestsStandIn"));
    const escrow = await installContract(on, at("votingEscrow"), compileStandIn("VotingEscrowStandIn"));
    await queue.write(ADMIN, "redeem", [1n]);
    return {
      async use(owner) {
        await sfrxeth.write(ADMIN, "mint", [owner, 10n * UNIT]);
        for (const units of [6n, 7n]) await queue.write(owner, "enterRedemptionQueue", [units * UNIT, LATER]);
        await escrow.write(owner, "create_lock", [90n * UNIT, LATER]);
      },
      async readTruth(owner) {
        const staked = await sfrxeth.read<bigint>("convertToAssets", [await sfrxeth.read("balanceOf", [owner])]);
        const [locked] = await escrow.read<readonly [bigint, bigint]>("locked", [owner]);
        return new Map([
          [frxeth.address, staked],
          [fxs.address, locked],
          ["eth", await readRedemptions(queue, owner)],
        ]);
      },
    };
  },
};

async function readRedemptions(queue: ForkContract, owner: Address): Promise<bigint> {
  let sum = 0n;
  for (let id = 1n; ; id++) {
    const holder = await queue.read<Address>("ownerOf", [id]);
    if (holder === ZERO_ADDRESS) return sum;
    const [isRedeemed, , rawAmount] = await queue.read<readonly [boolean, bigint, bigint]>("nftInformation", [id]);
    if (holder.toLowerCase() === owner && !isRedeemed) sum += rawAmount;
  }
}
