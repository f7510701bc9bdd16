/** The smaller of two. */
export const min = (one: bigint, other: bigint): bigint => (one < other ? one : other);

/** The larger of two. */
export const max = (one: bigint, other: bigint): bigint => (one > other ? one : other);
