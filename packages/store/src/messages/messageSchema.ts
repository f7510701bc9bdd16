import type { ColumnType, Generated } from "kysely";
import type { Bytea } from "../encoding/bytea.ts";

/** The content as the sender wrote it. */
export type MessageContent = { text: string; url: string };

/** One batch of messages. */
export type MessageBatchTable = {
  /** The offered price in ten-thousandths of a US dollar: stored only. */
  max_offer_price: bigint;
  prepayment_amount: bigint;
  created_at: Generated<Date>;
  /** Number of distinct recipients. */
  recipients: number;
  id: string;
  kind: "group_send" | "message_send";
  account_id: string | null;
  key_id: string;
  /** The sender that users block: the account, or the operator's own key. */
  sender: ColumnType<string, never, never>;
  idempotency_key: string | null;
  /** SHA-256. */
  request_hash: Bytea;
  content: ColumnType<MessageContent, string, never>;
};

/** A message in a recipient's inbox. */
export type MessageTable = {
  created_at: Generated<Date>;
  read_at: Date | null;
  /** Whether the sender was blocked on arrival: then it is never shown. */
  is_blocked: boolean;
  recipient: Bytea;
  batch_id: string;
};

export type MessageBlockTable = { created_at: Generated<Date>; recipient: Bytea; sender: string };

/** Deliveries of a batch to the operator's webhook, in chunks. */
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
