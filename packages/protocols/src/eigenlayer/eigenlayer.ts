import { parseAbiItem } from "viem";
import { defineAdapter } from "../adapter.ts";
import { checkResponse } from "../families/checkResponse.ts";
import { listStrategyPools, readStrategyShares } from "./strategyPools.ts";
import { delegationAbi } from "./eigenlayerContracts.ts";
import type { EigenlayerContracts } from "./eigenlayerContracts.ts";
import { listRestaked } from "./restaked.ts";
import { listQueuedWithdrawals } from "./queuedWithdrawals.ts";

/** Restaked tokens and coins, and their queued withdrawals. */
export const eigenlayer = defineAdapter<EigenlayerContracts>({
  id: "eigenlayer",
  name: "EigenLayer",
  siteUrl: "https://www.eigenlayer.xyz",
  category: "restaking",
  /** github.com/Layr-Labs/eigenlayer-contracts, README.md */
  deployments: {
    eth: {
      delegation: "0x39053d51b77dc0d36036fc1fcc8cb819df8ef37a",
      strategies: "0x858646372cc42e1a627fce94aa7a7033e7cf075a",
      pods: "0x91e677b07f7af907ec9a428aafa9fc14a0d3a338",
      eigenStrategy: "0xacb55c530acdb2849e6d4f36992cd8c9d50ed8f7",
      eigen: "0xec53bf9167f50cdeb3ae105f56099aaab9061f83",
    },
  },
  signals: ({ delegation, strategies, pods }) => ({
    events: [
      {
        event: parseAbiItem("event Deposit(address staker, address strategy, uint256 shares)"),
        emitters: [strategies],
        owners: ["staker"],
        key: "strategy",
      },
      {
        // before strategies had only one token
        event: parseAbiItem("event Deposit(address staker, address token, address strategy, uint256 shares)"),
        emitters: [strategies],
        owners: ["staker"],
        key: "strategy",
      },
      {
        event: parseAbiItem("event PodDeployed(address indexed eigenPod, address indexed podOwner)"),
        emitters: [pods],
        owners: ["podOwner"],
      },
      {
        event: parseAbiItem("event StakerDelegated(address indexed staker, address indexed operator)"),
        emitters: [delegation],
        owners: ["staker"],
      },
    ],
  }),

  async listPositions(context) {
    const [restaked, withdrawals] = await Promise.all([listRestaked(context), listQueuedWithdrawals(context)]);
    return [...restaked, ...withdrawals];
  },

  listPools: listStrategyPools,
  readShares: readStrategyShares,
  check: (context) =>
    checkResponse(context, [
      { address: context.contracts.delegation, abi: delegationAbi, functionName: "minWithdrawalDelayBlocks" },
    ]),
});
