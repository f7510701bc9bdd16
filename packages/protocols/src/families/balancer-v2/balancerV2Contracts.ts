import type { Address } from "@portico/evm";

/** Balancer V2, or a fork, on one chain. */
export interface BalancerV2Contracts {
  vault: Address;
  /** Lists gauges. */
  gaugeController?: Address | undefined;
  gaugeFactories: readonly Address[];
  /** What gauges pay by their weight. */
  emission?: Address | undefined;
  /** Locks shares of a pool. */
  votingEscrow?: Address | undefined;
}
