import type { Address } from "@portico/evm";

/** Curve, or a fork, on one chain. */
export interface CurveContracts {
  /** Names registries by a number; registries may be listed as well. */
  addressProvider?: Address | undefined;
  /** Registries and factories: each returns the coins of its own pools only. */
  registries: readonly Address[];
  /** Lists gauges. */
  gaugeController?: Address | undefined;
  /** Of gauges outside Ethereum. */
  gaugeFactories: readonly Address[];
  /** Gauges of the first version, which are not tokens. */
  gauges: readonly Address[];
  /** What gauges pay by their weight. */
  crv?: Address | undefined;
  /** Locks CRV. */
  votingEscrow?: Address | undefined;
  /** Pay the holders of locks. */
  feeDistributors: readonly Address[];
  /** Of markets that lend crvUSD or other tokens against collateral. */
  controllerFactories: readonly Address[];
}
