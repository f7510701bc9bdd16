import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Name → true, or the fields of the value; `*` are the values of a dictionary. */
export type FieldTree = { readonly [name: string]: true | FieldTree };

export interface ReadParameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly required: boolean;
  readonly description: string;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

/** An operation of the contract that only reads. */
export interface ReadOperation {
  readonly id: string;
  readonly method: "get" | "post";
  readonly path: string;
  readonly group: string;
  /** Price of a call. */
  readonly units: number;
  readonly isUnstable: boolean;
  readonly summary: string;
  readonly description: string;
  /** Of the query and the path. */
  readonly parameters: readonly ReadParameter[];
  readonly body?: { readonly schema: JsonSchema; readonly examples: readonly unknown[] };
  /** Of the response; of a list, those of its elements. */
  readonly fields: FieldTree;
  /** Whether the response is a list, or has one. */
  readonly isList: boolean;
}

let reads: ReadonlyMap<string, ReadOperation> | undefined;

/** By id, in the order of the contract; read once. */
export function loadReads(): ReadonlyMap<string, ReadOperation> {
  if (reads !== undefined) return reads;
  const file = fileURLToPath(import.meta.resolve("@portico/contract/reads.json"));
  const rows = JSON.parse(readFileSync(file, "utf8")) as readonly ReadOperation[];
  return (reads = new Map(rows.map((row) => [row.id, row])));
}
