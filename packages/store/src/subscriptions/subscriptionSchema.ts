import type { ColumnType, Generated } from "kysely";
import type { Bytea } from "../encoding/bytea.ts";
import type { OwnerEventDatabase } from "../ownerEvents/ownerEventSchema.ts";

/** A webhook of an account for the events of owners. */
export type SubscriptionTable = {
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  /** Until then requests are signed with the former secret, too. */
  former_until: Date | null;
  is_paused: Generated<boolean>;
  id: string;
  account_id: string | null;
  key_id: string;
  /** The account, or the operator's own key. */
  holder: ColumnType<string, never, never>;
  name: string;
  url: string;
  /** `whsec_…`: it signs, so it can't be a hash. */
  secret: string;
  former_secret: string | null;
  chains: string[];
  kinds: string[];
};

/** The events of an owner on a chain for a subscription, which are delivered one after the other. */
export type SubscriptionLaneTable = {
  /** The last event that was delivered or given up. */
  sent_number: bigint;
  /** Up to here nothing is to be delivered: later events than the last one that was sent may be of other kinds. */
  done_number: bigint;
  /** The newest event. */
  pending_number: bigint;
  /** Up to which event deliveries are queued. */
  queued_number: bigint;
  /** When the next event may be attempted. */
  due_at: Generated<Date>;
  /** Failed ones of the next event. */
  attempts: Generated<number>;
  subscription_id: string;
  chain: string;
  owner: Bytea;
  last_error: string | null;
};

/** An event whose delivery was given up. */
export type DeadLetterTable = {
  number: bigint;
  /** Of the event before it for this subscription. */
  previous_number: bigint;
  created_at: Generated<Date>;
  /** When another attempt was requested; null if none is. */
  requested_at: Date | null;
  attempts: number;
  subscription_id: string;
  chain: string;
  owner: Bytea;
  last_error: string;
};

/** With the events that they are to. */
export type SubscriptionDatabase = OwnerEventDatabase & {
  subscription: SubscriptionTable;
  subscription_lane: SubscriptionLaneTable;
  dead_letter: DeadLetterTable;
};
