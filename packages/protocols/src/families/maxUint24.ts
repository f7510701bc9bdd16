/** A contract may return more for a uint24, which can't be an argument then. */
export const MAX_UINT24 = 2 ** 24 - 1;
