/** More than any price or time is, and still exact as a JSON number. */
const MOST = BigInt(Number.MAX_SAFE_INTEGER);

/** A node's hex quantity. @throws TypeError when it is none, or too large to be true. */
export function parseQuantity(value: unknown): bigint {
  const quantity = parseHex(value);
  if (quantity > MOST) throw new TypeError("A node wrote a quantity that is too large");
  return quantity;
}

/** What somebody paid per gas, who may have paid any price: no more than what is exact. @throws TypeError when it is none. */
export function parsePaid(value: unknown): bigint {
  const paid = parseHex(value);
  return paid > MOST ? MOST : paid;
}

function parseHex(value: unknown): bigint {
  if (typeof value !== "string" || !/^0x[0-9a-f]{1,64}$/i.test(value)) throw new TypeError("A node wrote no quantity");
  return BigInt(value);
}
