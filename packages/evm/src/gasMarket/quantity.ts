/** More than any price or time, and still exact as a JSON number. */
const MAX = BigInt(Number.MAX_SAFE_INTEGER);

/** Parses a node's hex quantity. @throws TypeError if it is invalid or implausibly large. */
export function parseQuantity(value: unknown): bigint {
  const quantity = parseHex(value);
  if (quantity > MAX) throw new TypeError("A node returned a quantity that is too large");
  return quantity;
}

/** Parses a paid price per gas, which may be any: clamped to the exact range. @throws TypeError if it is invalid. */
export function parsePaid(value: unknown): bigint {
  const paid = parseHex(value);
  return paid > MAX ? MAX : paid;
}

function parseHex(value: unknown): bigint {
  if (typeof value !== "string" || !/^0x[0-9a-f]{1,64}$/i.test(value))
    throw new TypeError("A node returned an invalid quantity");
  return BigInt(value);
}
