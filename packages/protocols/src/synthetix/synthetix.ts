import { parseAbiItem } from "viem";
import { defineAdapter } from "../adapter.ts";
import { checkResponse } from "../families/checkResponse.ts";
import { listStakes } from "./stakes.ts";
import { escrowAbi } from "./synthetixContracts.ts";
import type { SynthetixContracts } from "./synthetixContracts.ts";

/** Staked and escrowed SNX, and the debt of its stakers. */
export const synthetix = defineAdapter<SynthetixContracts>({
  id: "synthetix",
  name: "Synthetix",
  siteUrl: "https://synthetix.io",
  category: "derivatives",
  /** publish/deployed of synthetix 2.102.1 (MIT). */
  deployments: {
    eth: {
      resolver: "0x4e3b31eb0e5cb73641ee1e65e7dcefe520ba3ef2",
      snx: "0xc011a73ee8576fb46f5e1c5751ca3b9fe0af2a6f",
      susd: "0x57ab1ec28d129707052df4df418d58a2d46d5f51",
      rewardEscrow: "0xfad53cc9480634563e8ec71e8e693ffd07981d38",
    },
    op: {
      resolver: "0x1cb059b7e74fd21665968c908806143e744d5f30",
      snx: "0x8700daec35af8ff88c16bdf0418774cb3d7599b4",
      susd: "0x8c6f28f2f1a3c87f0f938b96d27520d9751ec8d9",
      rewardEscrow: "0x5fc9b8d2b7766f061bd84a41255fd1a76fd1faa2",
    },
  },
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
