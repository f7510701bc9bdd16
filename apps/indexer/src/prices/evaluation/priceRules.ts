/** The window of a pool's mean price, s: a manipulated price must be held against arbitrage for this long. */
export const WINDOW_SECONDS = 1800;

/** A pool with less than this, USD on both sides together, is ignored. */
export const FLOOR_USD = 10_000;

/** A peg is replaced by its pools' price only if they hold this in total, and deviate this much from its feed. */
export const PEG_FLOOR_USD = 100_000;
export const PEG_TOLERANCE = 0.03;

/** Steps from a token with a feed to the last one that is priced through others. */
export const MAX_HOPS = 4;

/** Tolerance for a due round to be mined, s. */
export const GRACE_SECONDS = 300;

/**
 * Maximum worth of a token's supply per dollar in its pools. A token is trusted if a list has it, or its pools have a
 * depth of a million dollars: such tokens also trade elsewhere. For other tokens: in a pool that held the whole supply,
 * a ten-thousandfold price increase gives a ratio of 50.
 */
export const MAX_WORTH_PER_DEPTH = { trusted: 2000, doubtful: 100 } as const;
export const TRUSTED_DEPTH_USD = 1_000_000;
