/** So many within so many seconds; the count starts with the first. */
export interface Rule {
  points: number;
  seconds: number;
}

/**
 * What one internet address, one client or one sign-in may do. Each process counts for itself, but for what guards secrets and
 * signatures. An address is of many people where a company or a phone network stands behind it.
 */
export const LIMITS = {
  /** Sign-ins begun, which are rows written for anybody who asks. */
  authorizeByAddress: { points: 120, seconds: 60 },
  authorizeByClient: { points: 3000, seconds: 60 },
  detailsByAddress: { points: 300, seconds: 60 },
  challengeByAddress: { points: 60, seconds: 60 },
  challengeByInteraction: { points: 20, seconds: 600 },
  /** A smart account's signature makes the chain's node work. */
  signatureByAddress: { points: 30, seconds: 60 },
  signatureByInteraction: { points: 20, seconds: 600 },
  /** Decisions, changes of the profile and the like. */
  changeByAddress: { points: 120, seconds: 60 },
  /** Wrong secrets. */
  tokenFailureByAddress: { points: 100, seconds: 60 },
  tokenFailureByClient: { points: 20, seconds: 60 },
} as const satisfies Record<string, Rule>;

export type LimitName = keyof typeof LIMITS;

/** What all processes on one database count together. */
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
