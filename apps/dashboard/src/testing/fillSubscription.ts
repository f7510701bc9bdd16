import { createSubscription, mintSecret, type Store } from "@portico/store";
import { emptyEvents, mine, storeMined } from "@portico/store/testing";
import { sql } from "kysely";

/** Gives an account a subscription with an event that was given up. @returns its id. */
export async function fillSubscription(
  db: Store,
  { accountId, keyId, name }: { readonly accountId: string; readonly keyId: string; readonly name: string },
): Promise<string> {
  const owner = `0x${"0".repeat(39)}a` as const;
  await emptyEvents(db);
  await storeMined(db, [mine(0, 0, [])], undefined);
  const url = "https://shop.example/portico";
  const content = { name, url, owners: [owner], chains: ["eth"], kinds: ["token"], isPaused: false } as const;
  const id = await createSubscription(db, { accountId, keyId }, { ...content, secret: mintSecret(), max: 9 });
  if (id === undefined) throw new Error("The account has too many subscriptions");
  await storeMined(db, [mine(1, 0, [owner])], mine(0, 0, []));
  await sql`
    insert into dead_letter (number, previous_number, attempts, subscription_id, chain, owner, last_error)
    select 1, 0, 17, subscription_id, chain, owner, 'answered 500' from subscription_lane
    where subscription_id = ${id}`.execute(db);
  await sql`delete from chain_state`.execute(db); // no chain is indexed
  await sql`update subscription_lane set done_number = 1, sent_number = 1 where subscription_id = ${id}`.execute(db);
  return id;
}
