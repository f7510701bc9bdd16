/** The holders of a token can't be found; the message names the cause, for users. */
export class HolderRefusal extends Error {
  override readonly name = "HolderRefusal";
}
