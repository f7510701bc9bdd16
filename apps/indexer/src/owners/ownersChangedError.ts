/** The list of followed owners changed since it was read: what was fetched may belong to an owner who was removed. */
export class OwnersChangedError extends Error {
  override readonly name = "OwnersChangedError";
  constructor(chain: string) {
    super(`The list of followed owners of '${chain}' changed`);
  }
}
