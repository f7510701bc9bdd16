import type { ClientBase } from "pg";
import { AnsweringClient } from "../database/answeringClient.ts";
import { isPool, withClient } from "../database/database.ts";
import type { Store } from "../database/database.ts";

const known = new WeakMap<Store, Promise<boolean>>();

/** Whether the owners' tables are distributed over several servers; `distribute` has set it for the database. */
export async function isDistributed(db: Store): Promise<boolean> {
  if (!isPool(db)) return await readFlag(db);
  const flag = known.get(db) ?? readFlag(db);
  known.set(db, flag);
  flag.catch(() => known.delete(db));
  return await flag;
}

const readFlag = (db: Store): Promise<boolean> => withClient(db, async (client) => isDistributedClient(client));

/** The same of the database of a connection. */
export const isDistributedClient = (client: ClientBase): boolean =>
  client instanceof AnsweringClient && client.isDistributed;
