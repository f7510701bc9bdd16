import type { Address } from "@portico/evm";

/** Solidly, Velodrome V2, or a fork, on one chain. */
export interface SolidlyContracts {
  factory: Address;
  /** Lists gauges; undefined: the factory's. */
  voter?: Address | undefined;
}
