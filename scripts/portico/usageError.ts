/** An error in the user's input: reported without a stack. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
