import { parseAbiItem } from "viem";
import { defineFamily } from "../../family.ts";
import { onlyOf } from "../onlyOf.ts";
import { checkResponse } from "../checkResponse.ts";
import { listStakes } from "./stakes.ts";
import { escrowAbi } from "./synthetixContracts.ts";
import type { SynthetixContracts } from "./synthetixContracts.ts";

/** Staked and escrowed SNX, and the debt of its stakers. */
export const synthetixFamily = defineFamily<SynthetixContracts>({
  name: "synthetix",
  roles: { resolver: "required", rewardEscrow: "required", snx: "foreign", susd: "foreign" },
  toContracts: ({ resolver, rewardEscrow, snx, susd }) => ({
    resolver: onlyOf(resolver),
    rewardEscrow: onlyOf(rewardEscrow),
    snx: onlyOf(snx),
    susd: onlyOf(susd),
  }),
  signals: ({ susd, rewardEscrow }) => ({
    events: [
      {
        event: parseAbiItem("event Issued(address indexed account, uint256 value)"),
        emitters: [susd],
        owners: ["account"],
      },
      {
        event: parseAbiItem(
          "event VestingEntryCreated(address indexed beneficiary, uint256 time, uint256 value, uint256 duration, uint256 entryID)",
        ),
        emitters: [rewardEscrow],
        owners: ["beneficiary"],
      },
    ],
  }),

  listPositions: listStakes,

  async listPools({ contracts, read, isContinued }) {
    if (isContinued === true) return [];
    const { rewardEscrow: address, snx } = contracts;
    const [rawAmount] = await read([{ address, abi: escrowAbi, functionName: "totalEscrowedBalance" }]);
    return [
      {
        pool: { controller: address },
        name: "Vesting",
        contracts: [address],
        supplies: [{ token: snx, rawAmount }],
        rawShares: rawAmount,
        depositors: { by: "interaction", contract: address },
      },
    ];
  },

  readShares: ({ read }, { controller: address }, owners) =>
    read(owners.map((owner) => ({ address, abi: escrowAbi, functionName: "balanceOf", args: [owner] }) as const)),

  check: (context) =>
    checkResponse(context, [
      { address: context.contracts.rewardEscrow, abi: escrowAbi, functionName: "totalEscrowedBalance" },
    ]),
});
