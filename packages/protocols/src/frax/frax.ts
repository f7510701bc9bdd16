import type { Address } from "@portico/evm";
import { NATIVE_TOKEN } from "@portico/evm";
import { parseAbi, parseAbiItem } from "viem";
import { defineAdapter } from "../adapter.ts";
import type { OwnerContext } from "../adapter.ts";
import { checkWrappedStakes, listWrappedPools, listWrappedStakes, unwrapStake } from "../families/wrappedStakes.ts";
import type { WrappedStake } from "../families/wrappedStakes.ts";
import type { Position } from "../position.ts";

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
export const frax = defineAdapter<FraxContracts>({
  id: "frax",
  name: "Frax",
  siteUrl: "https://frax.com",
  category: "staking",
  /** docs.frax.com/protocol/crosschain/addresses */
  deployments: {
    eth: {
      sfrxeth: "0xac3e018457b222d93114458476f3e3416abbe38f",
      frxeth: "0x5e8422345238f34275888049021821e8e08caa1f",
      queues: ["0x82ba8da44cd5261762e629dd5c605b17715727bd", "0xfdc69e6be352bd5644c438302de4e311aad5565b"],
      votingEscrow: "0xc8418af6358ffdda74e09ca9cc3fe03ca6adc5b0",
      fxs: "0x3432b6a60d23ca0dfca7761b7ab56459d9c964d0",
    },
  },
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
