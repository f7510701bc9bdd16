/** What the person did wrong: said without a stack. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
