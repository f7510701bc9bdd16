/** Filters of the history besides the chain. */
export interface HistorySearch {
  /** Only transactions that moved or approved this: an address in lower case, or a native token id. */
  readonly token?: string;
}

const ADDRESS = /^0x[0-9a-f]{40}$/;
const NATIVE = /^[a-z0-9_]{1,24}$/;

/** Reads the page's search parameters; invalid ones are left out. */
export function readHistorySearch({ token }: Record<string, unknown>): HistorySearch {
  const id = typeof token === "string" ? readTokenId(token) : undefined;
  return id === undefined ? {} : { token: id };
}

/** A token id from the user's input; undefined if it is invalid. */
export function readTokenId(text: string): string | undefined {
  const id = text.trim().toLowerCase();
  return ADDRESS.test(id) || (!id.startsWith("0x") && NATIVE.test(id)) ? id : undefined;
}
