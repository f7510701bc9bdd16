import type { QueryResultRow } from "pg";
import type { Address } from "../encoding/bytea.ts";
import { withClient } from "../database/database.ts";
import type { Store } from "../database/database.ts";
import { withTimeLimit } from "../database/timeLimit.ts";
import type { NamedStatement } from "./bindToShard.ts";

/** Binds a statement to the tables of the node that it is sent to. */
type Bind = (statement: NamedStatement) => NamedStatement;

/** Reads of single owners from the nodes of a distributed database. */
export interface ShardReads {
  /** @returns undefined if it can't be read there now: it is to be read through the coordinator. */
  readonly ask: <T>(owner: Address, work: (node: Store, bind: Bind) => Promise<T>) => Promise<T | undefined>;
}

const reads = new WeakMap<Store, ShardReads>();

/** From now on, owners are read from their nodes by queries of this store. */
export const readFromShards = (db: Store, shards: ShardReads): void => void reads.set(db, shards);

/** A statement of one owner's rows, with its values. */
interface OwnerStatement extends NamedStatement {
  readonly values: unknown[];
}

interface OwnerQueryOptions {
  /** Sent instead if the owner isn't read from its node. */
  readonly otherwise?: OwnerStatement;
  /** Limit on the server; none by default. */
  readonly milliseconds?: number;
}

/** Reads an owner's rows: from its node, if this store reads from nodes. */
export async function queryOwner<Row extends QueryResultRow>(
  db: Store,
  owner: Address,
  statement: OwnerStatement,
  { otherwise = statement, milliseconds }: OwnerQueryOptions = {},
): Promise<Row[]> {
  return (await queryShard<Row>(db, owner, statement, milliseconds)) ?? (await query<Row>(db, otherwise, milliseconds));
}

/** The same, but undefined if the owner isn't read from its node. */
export const queryShard = async <Row extends QueryResultRow>(
  db: Store,
  owner: Address,
  { values, ...statement }: OwnerStatement,
  milliseconds?: number,
): Promise<Row[] | undefined> =>
  await reads.get(db)?.ask(owner, (node, bind) => query<Row>(node, { ...bind(statement), values }, milliseconds));

async function query<Row extends QueryResultRow>(
  db: Store,
  statement: OwnerStatement,
  milliseconds: number | undefined,
): Promise<Row[]> {
  const { rows } =
    milliseconds === undefined
      ? await withClient(db, (client) => client.query<Row>(statement))
      : await withTimeLimit(db, milliseconds, (client) => client.query<Row>(statement));
  return rows;
}
