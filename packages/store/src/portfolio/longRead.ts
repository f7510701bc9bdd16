/** Limit of a read of a long part of an owner's history, ms: an address may have millions of movements. */
export const LONG_READ_MS = 10_000;
