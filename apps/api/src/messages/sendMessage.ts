import { randomBytes } from "node:crypto";
import type { Caller } from "@portico/contract/server";
import {
  createMessageBatch,
  findSending,
  inTransaction,
  type KnownSending,
  type NewMessageBatch,
  type PrimaryStore,
} from "@portico/store";
import { invalidParams } from "../errors.ts";
import { hashSending, type Sending } from "./sending.ts";
import type { WebhookQueue } from "./webhookQueue.ts";

export interface SendContext {
  readonly caller: Caller;
  readonly idempotencyKey: string | undefined;
}

export interface SendDeps {
  readonly primary: PrimaryStore;
  /** Undefined if the operator configured no webhook. */
  readonly webhooks: WebhookQueue | undefined;
}

/** The sending's id, and its number of recipients: new, or an earlier one with the same idempotency key. */
export type Sent = Pick<KnownSending, "id" | "recipients">;

const PREFIX = { group_send: "gs", message_send: "ms" } as const;

/**
 * Charges for each recipient and stores the message in their inboxes.
 * @throws ServiceError invalid_params if the idempotency key was used for something else; errors of `charge`.
 */
export async function sendMessage(sending: Sending, context: SendContext, deps: SendDeps): Promise<Sent> {
  const requestHash = hashSending(sending);
  const known = await findKnown(requestHash, context, deps.primary);
  if (known !== undefined) return known;
  const { caller, idempotencyKey = null } = context;
  const { keyId, accountId } = caller;
  const id = `${PREFIX[sending.kind]}_${randomBytes(12).toString("base64url")}`;
  const paid = await caller.charge(sending.recipients.length);
  const isStored = await store(
    { ...sending, ...toAmounts(sending), id, keyId, accountId, requestHash, idempotencyKey },
    deps,
  );
  if (isStored) return { id, recipients: sending.recipients.length };
  paid.refund();
  const other = await findKnown(requestHash, context, deps.primary); // an equal concurrent request
  if (other === undefined) throw new Error(`Message ${id} was rejected as a duplicate, but no earlier one exists`);
  return other;
}

const toAmounts = ({ maxOfferPrice, prepaymentAmount }: Sending) => ({
  maxOfferPrice: BigInt(maxOfferPrice),
  prepaymentAmount: BigInt(prepaymentAmount),
});

async function findKnown(
  requestHash: string,
  { caller: { keyId }, idempotencyKey }: SendContext,
  primary: PrimaryStore,
): Promise<Sent | undefined> {
  if (idempotencyKey === undefined) return undefined;
  const known = await findSending(primary, { keyId, idempotencyKey });
  if (known === undefined || known.requestHash === requestHash) return known;
  throw invalidParams({
    "Idempotency-Key": "was already used with another body: send a new key, or the same body",
  });
}

/** The message and its webhook deliveries are stored atomically. */
async function store(batch: Omit<NewMessageBatch, "webhookChunk">, { primary, webhooks }: SendDeps): Promise<boolean> {
  if (webhooks === undefined) return (await createMessageBatch(primary, { ...batch, webhookChunk: 0 })) !== undefined;
  return await inTransaction(primary, async (tx) => {
    const stored = await createMessageBatch(tx, { ...batch, webhookChunk: webhooks.chunk });
    if (stored !== undefined) await webhooks.add(tx, batch.id, stored.chunks);
    return stored !== undefined;
  });
}
