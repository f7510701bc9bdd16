/** A database that can't be distributed. The message states why and what to do. */
export class DistributionError extends Error {
  override readonly name = "DistributionError";
}
