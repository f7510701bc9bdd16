import type { Address } from "@portico/evm";

export interface PendleContracts {
  /** Of markets, of all versions. */
  factories: readonly Address[];
  /** PendlePYLpOracle. Without it PT and YT are not valued before they expire. */
  oracle?: Address | undefined;
  /** Its events name the market of an owner's swap. */
  router?: Address | undefined;
  /** vePENDLE of Ethereum; other chains only mirror it. */
  votingEscrow?: Address | undefined;
  /** sPENDLE. */
  stakedPendle?: Address | undefined;
}
