import type { Address } from "@portico/evm";
import type { ForkContract } from "./forkContract.ts";
import { ADMIN, type Fork, type ForkChain } from "./forkScene.ts";

const UNIT = 10n ** 18n;
const YEAR = 365n * 86_400n;

interface Locking {
  /** Velodrome V2's VotingEscrow. */
  readonly escrow: ForkContract;
  /** A stand-in of the voter, which is its own distributor. */
  readonly voter: ForkContract;
  readonly locked: Address;
}

/** Locks are NFTs: one until its end, with what compensates it for new tokens, and one without an end. */
export const installVelodromeLocks = ({ mint, approve }: ForkChain, { escrow, voter, locked }: Locking): Fork => ({
  async use(owner) {
    await mint(locked, owner, 30n * UNIT);
    await approve(locked, owner, escrow.address);
    for (const units of [10n, 20n]) await escrow.write(owner, "createLock", [units * UNIT, YEAR]);
    const last = await escrow.read<bigint>("tokenId");
    await escrow.write(owner, "lockPermanent", [last]);
    await voter.write(ADMIN, "owe", [last - 1n, UNIT]);
  },
  async readTruth(owner) {
    let sum = 0n;
    const count = await escrow.read<bigint>("balanceOf", [owner]);
    for (let index = 0n; index < count; index++) {
      const tokenId = await escrow.read<bigint>("ownerToNFTokenIdList", [owner, index]);
      const { amount } = await escrow.read<{ amount: bigint }>("locked", [tokenId]);
      sum += amount + (await voter.read<bigint>("claimable", [tokenId]));
    }
    return new Map([[locked, sum]]);
  },
});
