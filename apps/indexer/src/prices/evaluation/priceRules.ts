/** The time that a pool's price is the mean of, s: who wants to move it must hold it against everybody for so long. */
export const WINDOW_SECONDS = 1800;

/** A pool with less than this in it, USD on both sides together, tells nothing. */
export const FLOOR_USD = 10_000;

/** A peg is given up for its pools' price only when they hold this together, and are this far from its feed. */
export const PEG_FLOOR_USD = 100_000;
export const PEG_TOLERANCE = 0.03;

/** From a token with a feed to the last one that is priced through others. */
export const MAX_HOPS = 4;

/** A round that is due may take a while to be mined, s. */
export const GRACE_SECONDS = 300;

/**
 * What all of a token may be worth for each dollar in its pools. Trusted is a token that a list has, or in whose pools are a
 * million dollars: such ones trade elsewhere too. Of another one, ten thousand times its first price leaves a pool that held
 * all of it at 50.
 */
export const MAX_WORTH_PER_DEPTH = { trusted: 2000, doubtful: 100 } as const;
export const TRUSTED_DEPTH_USD = 1_000_000;
