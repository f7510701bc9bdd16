import { invalidParams } from "@portico/server";
import { readSubject, type Subject } from "@portico/store";

/**
 * Lets pass a query without `id`, or with the account's own address: a client that asks for another would take the
 * answer for that one's. @throws ServiceError invalid_params
 */
export function assertOwnId(rawQuery: string, account: Subject): void {
  const id = new URLSearchParams(rawQuery).get("id");
  if (id === null || id.toLowerCase() === readSubject(account).address) return;
  throw invalidParams({ id: "must be the signed-in user's own address, or be left out" });
}
