/** Header names are lower-case, whatever their spelling in the contract. */
export const idempotencyKeyOf = (header: object): string | undefined =>
  (header as Readonly<Record<string, string | undefined>>)["idempotency-key"];
