import type { Caller } from "@portico/contract/server";
import { findSubscription, type PrimaryStore, type Subscription } from "@portico/store";
import { invalidParams } from "../errors.ts";

/** Whose subscriptions a caller sees: its account's, or those of a key without one. */
export const holderOf = ({ accountId, keyId }: Pick<Caller, "accountId" | "keyId">): string => accountId ?? keyId;

export const unknownSubscription = () => invalidParams({ subscription_id: "is not a subscription of yours" });

/** @throws ServiceError invalid_params for one of somebody else. */
export async function getOwnSubscription(db: PrimaryStore, id: string, caller: Caller): Promise<Subscription> {
  const found = await findSubscription(db, { id, holder: holderOf(caller) });
  if (found === undefined) throw unknownSubscription();
  return found;
}
