import { sql } from "kysely";
import type { Store } from "../database/database.ts";
import type { MessageContent } from "./messages.ts";
import { subjectToBytea } from "../accounts/subject.ts";
import type { Subject } from "../accounts/subject.ts";

/** Sender of messages: an account, or a key of the operator's own. */
export type MessageSender = { id: string; name: string };

export type InboxMessage = MessageContent & {
  id: string;
  sender: MessageSender & { isBlocked: boolean };
  createdAt: Date;
  readAt: Date | null;
};

export type Inbox = {
  messages: InboxMessage[];
  total: number;
  unread: number;
  /** All senders that the user blocks, newest first. */
  blockedSenders: MessageSender[];
};

/** A page of a user's messages, newest first. By message_by_age and the primary key of message_block. */
export async function listInbox(db: Store, recipient: Subject, page: { start: number; limit: number }): Promise<Inbox> {
  const [messages, counts, blockedSenders] = await Promise.all([
    selectMessages(db, recipient, page),
    countMessages(db, recipient),
    selectBlocked(db, recipient),
  ]);
  return { messages, ...counts, blockedSenders };
}

/**
 * Marks a user's message as read; only the first time is recorded.
 * @returns whether the user has it. By the primary key.
 */
export async function markMessageRead(db: Store, recipient: Subject, id: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update message set read_at = coalesce(read_at, now())
    where recipient = ${subjectToBytea(recipient)} and batch_id = ${id} and not is_blocked`.execute(db);
  return numAffectedRows > 0n;
}

/**
 * Blocks a sender's future messages.
 * @returns false if there is no message from such a sender. By message's primary key.
 */
export async function blockSender(db: Store, recipient: Subject, sender: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    with known as (
      select from message join message_batch on message_batch.id = batch_id
      where recipient = ${subjectToBytea(recipient)} and sender = ${sender} limit 1
    ), blocked as (
      insert into message_block (recipient, sender) select ${subjectToBytea(recipient)}::bytea, ${sender} from known
      on conflict do nothing
    )
    select exists (select from known) as known`.execute(db);
  return rows[0]?.known === true;
}

/** Messages sent while blocked stay hidden. */
export async function unblockSender(db: Store, recipient: Subject, sender: string): Promise<void> {
  await sql`delete from message_block where recipient = ${subjectToBytea(recipient)} and sender = ${sender}`.execute(
    db,
  );
}

async function selectMessages(db: Store, recipient: Subject, page: { start: number; limit: number }) {
  const { rows } = await sql<{
    id: string;
    content: MessageContent;
    sender: string;
    name: string;
    is_blocked: boolean;
    created_at: Date;
    read_at: Date | null;
  }>`
    select message_batch.id, content, sender, coalesce(account.name, access_key.name) as name, got.created_at, read_at,
      exists (
        select from message_block where recipient = ${subjectToBytea(recipient)} and message_block.sender = message_batch.sender
      ) as is_blocked
    from (
      select batch_id, created_at, read_at from message where recipient = ${subjectToBytea(recipient)} and not is_blocked
      order by created_at desc, batch_id desc offset ${page.start} limit ${page.limit}
    ) got
    join message_batch on message_batch.id = batch_id
    left join account on account.id = message_batch.account_id
    left join access_key on access_key.id = message_batch.key_id
    order by got.created_at desc, batch_id desc`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    ...row.content,
    sender: { id: row.sender, name: row.name, isBlocked: row.is_blocked },
    createdAt: row.created_at,
    readAt: row.read_at,
  }));
}

async function countMessages(db: Store, recipient: Subject): Promise<{ total: number; unread: number }> {
  const { rows } = await sql<{ total: number; unread: number }>`
    select count(*)::integer as total, count(*) filter (where read_at is null)::integer as unread
    from message where recipient = ${subjectToBytea(recipient)} and not is_blocked`.execute(db);
  return rows[0] ?? { total: 0, unread: 0 };
}

async function selectBlocked(db: Store, recipient: Subject): Promise<MessageSender[]> {
  const { rows } = await sql<MessageSender>`
    select sender as id, coalesce(account.name, access_key.name, sender) as name from message_block
    left join account on account.id = sender left join access_key on access_key.id = sender
    where recipient = ${subjectToBytea(recipient)} order by message_block.created_at desc, sender`.execute(db);
  return rows;
}
