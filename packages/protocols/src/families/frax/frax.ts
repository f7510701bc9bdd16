import type { Address } from "@portico/evm";
import { NATIVE_TOKEN } from "@portico/evm";
import { parseAbi, parseAbiItem } from "viem";
import { defineFamily } from "../../family.ts";
import { onlyOf } from "../onlyOf.ts";
import type { OwnerContext } from "../../adapter.ts";
import { checkWrappedStakes, listWrappedPools, listWrappedStakes, unwrapStake } from "../wrappedStakes.ts";
import type { WrappedStake } from "../wrappedStakes.ts";
import type { Position } from "../../position.ts";

export interface FraxContracts {
  sfrxeth: Address;
  frxeth: Address;
  /** Queues whose NFTs are redemptions of frxETH. */
  queues: readonly Address[];
  /** veFXS. */
  votingEscrow: Address;
  fxs: Address;
}

/** The fields that both versions of the queue begin with. */
const queueAbi = parseAbi([
  "function nftInformation(uint256 id) view returns (bool hasBeenRedeemed, uint64 maturity, uint120 amount)",
]);
const escrowAbi = parseAbi(["function locked(address owner) view returns (int128 amount, uint256 end)"]);

/** Staked frxETH, its redemptions, and locked FXS. */
export const fraxFamily = defineFamily<FraxContracts>({
  name: "frax",
  roles: { sfrxeth: "required", queue: "required", votingEscrow: "required", frxeth: "foreign", fxs: "foreign" },
  toContracts: ({ sfrxeth, queue, votingEscrow, frxeth, fxs }) => ({
    sfrxeth: onlyOf(sfrxeth),
    queues: queue ?? [],
    votingEscrow: onlyOf(votingEscrow),
    frxeth: onlyOf(frxeth),
    fxs: onlyOf(fxs),
  }),
  signals: ({ sfrxeth, queues, votingEscrow }) => ({
    tokens: [sfrxeth],
    nfts: queues,
    events: [
      {
        event: parseAbiItem(
          "event Deposit(address indexed provider, uint256 value, uint256 indexed locktime, int128 type, uint256 ts)",
        ),
        emitters: [votingEscrow],
        owners: ["provider"],
      },
    ],
  }),

  async listPositions(context) {
    const [stakes, redemptions, lock] = await Promise.all([
      listWrappedStakes(context, listStakes(context.contracts)),
      listRedemptions(context),
      readLock(context),
    ]);
    return [...stakes, ...redemptions, ...lock];
  },

  listPools: (context) => listWrappedPools(context, listStakes(context.contracts)),
  unwrap: (context, receipt) => unwrapStake(context, listStakes(context.contracts), receipt),
  check: (context) => checkWrappedStakes(context, listStakes(context.contracts)),
});

const listStakes = ({ sfrxeth, frxeth }: FraxContracts): WrappedStake[] => [
  { token: sfrxeth, asset: frxeth, rate: "convertToAssets" },
];

async function listRedemptions({ contracts, nfts, read }: OwnerContext<FraxContracts>): Promise<Position[]> {
  const held = contracts.queues.flatMap((queue) => (nfts.get(queue) ?? []).map((id) => ({ queue, id })));
  const redemptions = await read(
    held.map(
      ({ queue, id }) => ({ address: queue, abi: queueAbi, functionName: "nftInformation", args: [id] }) as const,
    ),
  );
  return held.flatMap(({ queue, id }, index): Position[] => {
    const [isRedeemed, maturity, rawAmount] = redemptions[index] ?? [true, 0n, 0n];
    if (isRedeemed) return [];
    const supplies = [{ token: NATIVE_TOKEN, rawAmount }];
    return [
      {
        name: "Locked",
        pool: { controller: queue },
        positionIndex: String(id),
        detail: { type: "locked", supplies, unlockAt: Number(maturity) },
      },
    ];
  });
}

async function readLock(context: OwnerContext<FraxContracts>): Promise<Position[]> {
  const { owner, contracts, interactions, interactionsFrom, read } = context;
  const { votingEscrow: address, fxs } = contracts;
  const hasLocked = interactions.some(({ contract }) => contract === address);
  if (!hasLocked && interactionsFrom === undefined) return [];
  const [[rawAmount, end]] = await read([{ address, abi: escrowAbi, functionName: "locked", args: [owner] }]);
  if (rawAmount <= 0n) return [];
  const supplies = [{ token: fxs, rawAmount }];
  return [
    { name: "Locked", pool: { controller: address }, detail: { type: "locked", supplies, unlockAt: Number(end) } },
  ];
}
