/** Points per time window in seconds; a window begins with its first request. */
export interface Rule {
  points: number;
  seconds: number;
}

/**
 * Limits of an IP address, a client or a sign-in. Each process counts by itself, except for those that protect secrets
 * and
 * signatures. A company or a mobile network may share one address among many users.
 */
export const LIMITS = {
  /** New sign-ins, which write rows for unauthenticated clients. */
  authorizeByAddress: { points: 120, seconds: 60 },
  authorizeByClient: { points: 3000, seconds: 60 },
  detailsByAddress: { points: 300, seconds: 60 },
  challengeByAddress: { points: 60, seconds: 60 },
  challengeByInteraction: { points: 20, seconds: 600 },
  /** A smart account's signature causes calls to the chain's node. */
  signatureByAddress: { points: 30, seconds: 60 },
  signatureByInteraction: { points: 20, seconds: 600 },
  /** New sign-ins by phone, which write rows. */
  phoneByAddress: { points: 30, seconds: 60 },
  /** Decisions, changes of the profile and similar. */
  changeByAddress: { points: 120, seconds: 60 },
  /** Wrong secrets. */
  tokenFailureByAddress: { points: 100, seconds: 60 },
  tokenFailureByClient: { points: 20, seconds: 60 },
} as const satisfies Record<string, Rule>;

export type LimitName = keyof typeof LIMITS;

/** Limits that all processes on a database count together. */
export const SHARED_LIMITS: ReadonlySet<LimitName> = new Set([
  "signatureByAddress",
  "signatureByInteraction",
  "tokenFailureByAddress",
  "tokenFailureByClient",
]);
export type Rules = Readonly<Record<LimitName, Rule>>;

/** For measurements, and tests of other things. */
export const NO_LIMITS = Object.fromEntries(
  Object.keys(LIMITS).map((name) => [name, { points: Number.MAX_SAFE_INTEGER, seconds: 60 }]),
) as unknown as Rules;
