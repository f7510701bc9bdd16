/** Header names come in lower case, whatever the contract calls them. */
export const idempotencyKeyOf = (header: object): string | undefined =>
  (header as Readonly<Record<string, string | undefined>>)["idempotency-key"];
