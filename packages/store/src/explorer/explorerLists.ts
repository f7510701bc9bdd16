import { sql } from "kysely";
import { subjectToBytea } from "../accounts/subject.ts";
import type { Subject } from "../accounts/subject.ts";
import { inTransaction } from "../database/database.ts";
import type { Store } from "../database/database.ts";
import { holdExplorerSession } from "./explorerSessions.ts";

/** What an account keeps; both null: nothing. */
export type StoredLists = { revision: string | null; lists: unknown };

/** By the primary key. */
export async function findExplorerLists(db: Store, account: Subject): Promise<StoredLists> {
  const { rows } = await sql<StoredLists>`
    select revision, lists from explorer_lists where account = ${subjectToBytea(account)}`.execute(db);
  return rows[0] ?? { revision: null, lists: null };
}

/** What became of a change: `isWritten` false: another one was first, whose result `stored` is. */
export type ListsWrite = { isWritten: boolean; stored: StoredLists };

/**
 * Replaces an account's lists, if they still are what the caller changed. Of concurrent changes of one revision, one
 * succeeds. By the primary keys.
 * @param change.token - Of the session that must belong to the account until the end.
 * @param change.revision - Of what was changed; null: nothing was kept.
 * @returns undefined if the session ended, or is another account's.
 */
export const writeExplorerLists = (
  db: Store,
  change: { token: string; account: Subject; revision: string | null; lists: object },
): Promise<ListsWrite | undefined> =>
  inTransaction(db, async (tx) => {
    const { token, account, revision } = change;
    if ((await holdExplorerSession(tx, token)) !== account) return undefined;
    const key = subjectToBytea(account);
    const lists = JSON.stringify(change.lists);
    const { rows } = await (
      revision === null
        ? sql<StoredLists>`
            insert into explorer_lists (account, lists) values (${key}, ${lists}) on conflict do nothing
            returning revision, lists`
        : sql<StoredLists>`
            update explorer_lists set lists = ${lists}, revision = gen_random_uuid(), updated_at = now()
            where account = ${key} and revision::text = ${revision} returning revision, lists`
    ).execute(tx);
    return { isWritten: rows.length > 0, stored: rows[0] ?? (await findExplorerLists(tx, account)) };
  });
