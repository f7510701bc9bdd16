import { setTimeout as sleep } from "node:timers/promises";
import { requestAccountCodes, type ChainAddress, type PrimaryStore } from "@portico/store";

/** Requests that the indexer reads whether accounts have code. See the store's accountCodes.ts. */
export interface AccountCodes {
  /** Returns at once: a page doesn't wait for it, and the next one has what was read. */
  readonly request: (accounts: readonly ChainAddress[]) => void;
  /** Resolves when nothing is being stored. */
  readonly idle: () => Promise<void>;
}

export interface AccountCodesOptions {
  /** Nothing is requested: what isn't known stays so. */
  readonly isReadOnly?: boolean;
  /** What could not be stored is requested again by the next page. */
  readonly onError: (error: unknown) => void;
}

/** Maximum number of accounts to be stored; more are left to later pages. */
const MAX_PENDING = 2_000;
/** Maximum number of accounts per statement. */
const AT_ONCE = 500;
/** Pause after a statement, in which the accounts of other pages are gathered: it costs as much as a page. */
const PAUSE_MS = 200;

/** One statement at a time: it may wait for the indexer's locks, and then must not take more connections. */
export function createAccountCodes(
  db: PrimaryStore,
  { isReadOnly = false, onError }: AccountCodesOptions,
): AccountCodes {
  const pending = new Map<string, ChainAddress>();
  let storing: Promise<void> | undefined;

  const store = async (): Promise<void> => {
    while (pending.size > 0) {
      const accounts = [...pending.entries().take(AT_ONCE)];
      for (const [key] of accounts) pending.delete(key);
      await requestAccountCodes(
        db,
        accounts.map(([, account]) => account),
      ).catch(onError);
      await sleep(PAUSE_MS);
    }
    storing = undefined;
  };

  const request: AccountCodes["request"] = (accounts) => {
    if (isReadOnly) return;
    for (const account of accounts) {
      if (pending.size >= MAX_PENDING) break;
      pending.set(`${account.chain} ${account.address}`, account);
    }
    if (pending.size > 0) storing ??= store();
  };
  return { request, idle: async () => await storing };
}
