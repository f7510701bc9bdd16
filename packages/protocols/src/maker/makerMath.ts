export const RAY = 10n ** 27n;

/** A power of a ray, each product rounded half up as in the contracts. @param seconds - At least 0. */
function power(base: bigint, seconds: bigint): bigint {
  const multiply = (one: bigint, other: bigint): bigint => (one * other + RAY / 2n) / RAY;
  let [result, square] = [RAY, base];
  for (let left = seconds; left > 0n; left /= 2n) {
    if (left % 2n === 1n) result = result === RAY ? square : multiply(result, square);
    square = multiply(square, square);
  }
  return result;
}

/** An accumulator of interest that nobody updated since `updatedAt`, as an update in a block at `timeAt` would set it. */
export const accumulate = (index: bigint, perSecond: bigint, updatedAt: bigint, timeAt: number): bigint => {
  const seconds = BigInt(timeAt) - updatedAt;
  return seconds <= 0n ? index : (power(perSecond, seconds) * index) / RAY;
};

/** Of 45 decimals to 18. */
export const roundUp = (rad: bigint): bigint => (rad + RAY - 1n) / RAY;
