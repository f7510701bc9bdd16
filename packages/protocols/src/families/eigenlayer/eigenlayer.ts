import { parseAbiItem } from "viem";
import { defineFamily } from "../../family.ts";
import { onlyOf } from "../onlyOf.ts";
import { checkResponse } from "../checkResponse.ts";
import { listStrategyPools, readStrategyShares } from "./strategyPools.ts";
import { delegationAbi } from "./eigenlayerContracts.ts";
import type { EigenlayerContracts } from "./eigenlayerContracts.ts";
import { listRestaked } from "./restaked.ts";
import { listQueuedWithdrawals } from "./queuedWithdrawals.ts";

/** Restaked tokens and coins, and their queued withdrawals. */
export const eigenlayerFamily = defineFamily<EigenlayerContracts>({
  name: "eigenlayer",
  roles: {
    delegationManager: "required",
    strategyManager: "required",
    eigenPodManager: "required",
    eigenStrategy: "required",
    eigen: "foreign",
  },
  toContracts: ({ delegationManager, strategyManager, eigenPodManager, eigenStrategy, eigen }) => ({
    delegation: onlyOf(delegationManager),
    strategies: onlyOf(strategyManager),
    pods: onlyOf(eigenPodManager),
    eigenStrategy: onlyOf(eigenStrategy),
    eigen: onlyOf(eigen),
  }),
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
