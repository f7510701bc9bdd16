/** Header names are lower-case, regardless of their spelling in the contract. */
export const idempotencyKeyOf = (header: object): string | undefined =>
  (header as Readonly<Record<string, string | undefined>>)["idempotency-key"];
