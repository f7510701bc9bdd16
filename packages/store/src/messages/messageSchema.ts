import type { ColumnType, Generated } from "kysely";
import type { Bytea } from "../encoding/bytea.ts";

/** What was said, as the sender wrote it. */
export type MessageContent = { text: string; url: string };

/** One sending. */
export type MessageBatchTable = {
  /** What was offered, in ten-thousandths of a US dollar: kept, and nothing else. */
  max_offer_price: bigint;
  prepayment_amount: bigint;
  created_at: Generated<Date>;
  /** Different ones. */
  recipients: number;
  id: string;
  kind: "group_send" | "message_send";
  account_id: string | null;
  key_id: string;
  /** Whom people block: the account, or the operator's own key. */
  sender: ColumnType<string, never, never>;
  idempotency_key: string | null;
  /** SHA-256. */
  request_hash: Bytea;
  content: ColumnType<MessageContent, string, never>;
};

/** A sending in somebody's inbox. */
export type MessageTable = {
  created_at: Generated<Date>;
  read_at: Date | null;
  /** Whether the sender was blocked when it came: then it is never shown. */
  is_blocked: boolean;
  recipient: Bytea;
  batch_id: string;
};

export type MessageBlockTable = { created_at: Generated<Date>; recipient: Bytea; sender: string };

/** What the operator's webhook is told of a sending, in pieces. */
export type MessageWebhookTable = {
  /** From 1. */
  chunk: number;
  attempts: Generated<number>;
  updated_at: Generated<Date>;
  state: Generated<"delivered" | "failed" | "pending">;
  batch_id: string;
  last_error: string | null;
};

export type MessageDatabase = {
  message_batch: MessageBatchTable;
  message: MessageTable;
  message_block: MessageBlockTable;
  message_webhook: MessageWebhookTable;
};
