import { grantUnits, type Store } from "@portico/store";
import { sql } from "kysely";
import type { Visitor } from "../server/testing/visitor.ts";

/** A name that would be executed if it weren't rendered as text. */
export const HOSTILE_NAME = `<img src=x onerror="document.title='owned'">`;

export interface FilledAccount {
  readonly appId: string;
  readonly keyId: string;
}

/** Gives an account units, a key with usage on two of the last days, and an app. */
export async function fillAccount(db: Store, visitor: Visitor): Promise<FilledAccount> {
  const { accountId } = visitor;
  await grantUnits(db, { accountId, amount: 5000, reason: HOSTILE_NAME, actor: "test", reference: "welcome" });
  const key = await visitor.request("POST", "/dashboard/keys", { json: { name: HOSTILE_NAME } });
  const app = await visitor.request("POST", "/dashboard/apps", {
    json: { name: "Maps", site_url: "https://maps.example" },
  });
  const { id: appId } = app.body as { id: string };
  await visitor.request("POST", `/dashboard/apps/${appId}/validation`, { json: { method: "dns" } });
  const { id: keyId } = (key.body as { key: { id: string } }).key;
  await sql`
    with days (day, operation, units) as (values
      (current_date - 3, 'getUserTokenList', 1200), (current_date - 1, 'getUserTokenList', 300),
      (current_date - 1, 'getMe', 34))
    insert into unit_usage (account_id, day, key_id, operation, units, calls)
    select ${accountId}, day, ${keyId}, operation, units, units from days`.execute(db);
  await sql`update account set balance = balance - 1534 where id = ${accountId}`.execute(db);
  return { appId, keyId };
}
