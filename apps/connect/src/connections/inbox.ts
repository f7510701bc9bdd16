import { blockSender, listInbox, markMessageRead, unblockSender } from "@portico/store";
import type { Inbox } from "../page/interactionResponse.ts";
import { SignInError } from "../signIn/signInError.ts";
import { readNumber } from "./readNumber.ts";
import type { SignedInRequest } from "./signedInRequest.ts";

const PAGE = { max: 100, usual: 20 } as const;
const MAX = 100_000;

/** Messages to the user, newest first, and blocked senders. */
export async function toInboxResponse({ db, account, request }: SignedInRequest): Promise<Inbox> {
  const start = readNumber(request.query["start"], { name: "start", usual: 0, max: MAX });
  const limit = readNumber(request.query["limit"], { name: "limit", usual: PAGE.usual, max: PAGE.max });
  const { messages, total, unread, blockedSenders } = await listInbox(db, account, { start, limit });
  return {
    message_list: messages.map(({ id, text, url, sender, createdAt, readAt }) => ({
      id,
      text,
      url,
      sender: { id: sender.id, name: sender.name, is_blocked: sender.isBlocked },
      sent_at: Math.floor(createdAt.getTime() / 1000),
      is_read: readAt !== null,
    })),
    total_count: total,
    unread_count: unread,
    blocked_list: blockedSenders,
  };
}

/** Idempotent. */
export async function markRead({ db, account, request }: SignedInRequest): Promise<object> {
  const isTheirs = await markMessageRead(db, account, readId(request.params["message"]));
  if (!isTheirs) throw new SignInError("not_found", "Message not found.");
  return {};
}

/** PUT blocks a sender, DELETE unblocks; both are idempotent. */
export async function changeBlock({ db, account, request }: SignedInRequest): Promise<object> {
  const sender = readId(request.params["sender"]);
  if (request.method === "DELETE") await unblockSender(db, account, sender);
  else if (!(await blockSender(db, account, sender)))
    throw new SignInError("not_found", "You have no message from this sender.");
  return {};
}

function readId(text: unknown): string {
  if (typeof text === "string" && /^[\w-]{1,100}$/.test(text)) return text;
  throw new SignInError("invalid_params", "The id in the URL is not valid.");
}
