import { sql } from "kysely";
import { inTransaction } from "../database/database.ts";
import type { Store } from "../database/database.ts";
import { subjectToBytea } from "./subject.ts";
import type { Subject } from "./subject.ts";

/**
 * Moves an account's data to another one: its billing account with keys, units and applications, its profile, follows,
 * and messages. Data that the target already has remains; only the target's billing account is replaced, and then has
 * no owner. It stays a member of accounts
 * as it was. Dashboard sessions of both end; consents don't move, because each application requests consent from its own users.
 * @returns the ids of the moved and of the replaced billing account; null if there was none.
 */
export const moveSubject = (
  db: Store,
  { from, to }: { from: Subject; to: Subject },
): Promise<{ moved: string | null; ownerless: string | null }> =>
  inTransaction(db, async (tx) => {
    const [source, target] = [subjectToBytea(from), subjectToBytea(to)];
    await sql`
      delete from dashboard_session using account
      where account.id = account_id and owner in (${source}, ${target})`.execute(tx);
    const ids = await moveAccount(tx, source, target);
    await moveMemberships(tx, source, target);
    await sql`
      update profile set address = ${target}
      where address = ${source} and not exists (select from profile where address = ${target})`.execute(tx);
    for (const [mine, other] of [
      ["follower", "followed"],
      ["followed", "follower"],
    ] as const) {
      await sql`
        update follow set ${sql.ref(mine)} = ${target}
        where ${sql.ref(mine)} = ${source} and ${sql.ref(other)} <> ${target} and not exists (
          select from follow twin
          where twin.${sql.ref(mine)} = ${target} and twin.${sql.ref(other)} = follow.${sql.ref(other)}
        )`.execute(tx);
    }
    for (const [table, key] of [
      ["message", "batch_id"],
      ["message_block", "sender"],
    ] as const) {
      await sql`
        update ${sql.table(table)} moving set recipient = ${target}
        where recipient = ${source} and not exists (
          select from ${sql.table(table)} twin where twin.recipient = ${target} and twin.${sql.ref(key)} = moving.${sql.ref(key)}
        )`.execute(tx);
    }
    return ids;
  });

/** The source's role replaces the target's: whoever moves an identity moves what it may do. */
async function moveMemberships(tx: Store, source: string, target: string): Promise<void> {
  await sql`
    delete from account_member replaced where member = ${target} and (
      exists (select from account where id = account_id and owner = ${target})
      or exists (select from account_member moving where moving.account_id = replaced.account_id and member = ${source})
    )`.execute(tx);
  await sql`
    update account_member set member = ${target}
    where member = ${source} and not exists (select from account where id = account_id and owner = ${target})`.execute(
    tx,
  );
  await sql`delete from account_member where member = ${source}`.execute(tx);
  await sql`update account_invitation set invitee = ${target} where invitee = ${source}`.execute(tx);
  await sql`update account_invitation set invited_by = ${target} where invited_by = ${source}`.execute(tx);
}

async function moveAccount(tx: Store, source: string, target: string) {
  const { rows: sources } = await sql<{ id: string }>`
    select id from account where owner = ${source} for update`.execute(tx);
  const [moved] = sources;
  if (moved === undefined) return { moved: null, ownerless: null };
  const { rows: targets } = await sql<{ id: string }>`
    update account set owner = null where owner = ${target} returning id`.execute(tx);
  await sql`update account set owner = ${target} where id = ${moved.id}`.execute(tx);
  return { moved: moved.id, ownerless: targets[0]?.id ?? null };
}
