/** More than any price or time is, and still exact as a JSON number. */
const MOST = BigInt(Number.MAX_SAFE_INTEGER);

/** A node's hex quantity. @throws TypeError when it is none, or too large to be true. */
export function parseQuantity(value: unknown): bigint {
  if (typeof value !== "string" || !/^0x[0-9a-f]{1,64}$/i.test(value)) throw new TypeError("A node wrote no quantity");
  const quantity = BigInt(value);
  if (quantity > MOST) throw new TypeError("A node wrote a quantity that is too large");
  return quantity;
}
