import type { HistoryItem, UserHistory } from "@portico/client";
import type { Flows } from "./flows.ts";

/** What the answers' ids stand for. */
export type Dictionaries = Pick<UserHistory, "token_dict" | "project_dict" | "cex_dict">;

/** Names of addresses, by "chain address". */
export type Names = ReadonlyMap<string, string>;

/** Whose history it is, and what else is known. */
export interface Reader {
  /** In lower case. */
  readonly owner: string;
  readonly names: Names;
}

/** All that a sentence is made of. */
export interface Scene extends Reader {
  readonly item: HistoryItem;
  readonly flows: Flows;
  readonly dictionaries: Dictionaries;
}
