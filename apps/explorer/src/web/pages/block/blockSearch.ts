/** The shown part of a block's transactions. */
export interface BlockSearch {
  /** How many are skipped. */
  readonly start?: number;
}

const MAX = 100_000;

/** Reads the page's search parameters; invalid ones are left out. */
export const readBlockSearch = ({ start }: Record<string, unknown>): BlockSearch =>
  typeof start === "number" && Number.isInteger(start) && start > 0 && start <= MAX ? { start } : {};
