import type { Address } from "@portico/evm";
import type { StakeContracts } from "../staked.ts";

/** Balancer V2, or a fork, on one chain. */
export interface BalancerV2Contracts extends StakeContracts {
  vault: Address;
  /** Lists gauges. */
  gaugeController?: Address | undefined;
  gaugeFactories: readonly Address[];
  /** What gauges pay by their weight. */
  emission?: Address | undefined;
  /** Locks shares of a pool. */
  votingEscrow?: Address | undefined;
}
