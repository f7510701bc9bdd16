import type { Address } from "@portico/evm";
import { compileStandIn } from "./compileStandIn.ts";
import { installContract, type ForkContract } from "./forkContract.ts";
import { ADMIN, roleOf, type Fork, type ForkChain, type ForkScene } from "./forkScene.ts";

const UNIT = 10n ** 18n;
const DAY = 86_400n;

/** Stand-ins: a flow that an owner receives, and one that it pays; or a lockup with a cliff, partly withdrawn. */
export const sablierForks: ForkScene = {
  family: "sablier",
  accepts: ({ id }) => ["hoodsablierflow", "hoodsablierlockup"].includes(id), // one of each kind
  async install(on, row) {
    const isFlow = row.variant!.startsWith("SablierFlow");
    const artifact = compileStandIn(isFlow ? "FlowStandIn" : "LockupStandIn");
    const streams = await installContract(on, roleOf(row, "streams"), artifact);
    await on.approve(on.tokens[0], ADMIN, streams.address);
    return isFlow ? installFlow(on, streams) : installLockup(on, streams);
  },
};

function installFlow({ tokens: [token], mint, approve }: ForkChain, flow: ForkContract): Fork {
  return {
    async use(owner) {
      await approve(token, owner, flow.address);
      for (const [from, to] of [
        [ADMIN, owner],
        [owner, ADMIN],
      ] as const) {
        await mint(token, from, 1_000n * UNIT);
        await flow.write(from, "createAndDeposit", [to, UNIT / 100n, token, 1_000n * UNIT]);
      }
    },
    async readTruth(owner) {
      const amounts = await readStreams(flow, async (id) => {
        const isOf = async (role: string) => (await flow.read<Address>(role, [id])).toLowerCase() === owner;
        const received = (await isOf("ownerOf")) ? await flow.read<bigint>("withdrawableAmountOf", [id]) : 0n;
        const left = (await isOf("getSender")) ? await flow.read<bigint>("refundableAmountOf", [id]) : 0n;
        return received + left;
      });
      return new Map([[token, amounts]]);
    },
  };
}

function installLockup({ client, tokens: [token], mint }: ForkChain, lockup: ForkContract): Fork {
  return {
    async use(recipient) {
      const { timestamp: now } = await client.getBlock();
      const times = { start: now - 4n * DAY, cliff: now - DAY, end: now + 7n * DAY, isCanceled: false };
      const amounts = { deposited: 120n * UNIT, withdrawn: 0n, refunded: 0n };
      const unlocks = { unlockedAtStart: 5n * UNIT, unlockedAtCliff: 15n * UNIT };
      await mint(token, ADMIN, 120n * UNIT);
      await lockup.write(ADMIN, "create", [{ token, recipient, ...amounts, ...unlocks, ...times }]);
      const last = (await lockup.read<bigint>("nextStreamId")) - 1n;
      await lockup.write(recipient, "withdraw", [last, recipient, 25n * UNIT]);
    },
    async readTruth(owner) {
      const amounts = await readStreams(lockup, async (id) => {
        if ((await lockup.read<Address>("ownerOf", [id])).toLowerCase() !== owner) return 0n;
        const [deposited, withdrawn, refunded] = await Promise.all(
          ["getDepositedAmount", "getWithdrawnAmount", "getRefundedAmount"].map((view) =>
            lockup.read<bigint>(view, [id]),
          ),
        );
        return deposited! - withdrawn! - refunded!;
      });
      return new Map([[token, amounts]]);
    },
  };
}

async function readStreams(streams: ForkContract, read: (id: bigint) => Promise<bigint>): Promise<bigint> {
  const count = Number(await streams.read<bigint>("nextStreamId")) - 1;
  const amounts = await Promise.all(Array.from({ length: count }, (_, index) => read(BigInt(index + 1))));
  return amounts.reduce((sum, amount) => sum + amount, 0n);
}
