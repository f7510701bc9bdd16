import type { ColumnType } from "kysely";

/** A chain timestamp, unix seconds: read as bigint, written as number. */
export type EpochSeconds = ColumnType<bigint, number, number>;

/** @param read - A column of EpochSeconds, or a value derived from it. */
export function toSeconds(read: bigint): number;
export function toSeconds(read: bigint | null): number | null;
export function toSeconds(read: bigint | null): number | null {
  return read === null ? null : Number(read);
}
