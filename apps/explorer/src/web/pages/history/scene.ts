import type { HistoryItem, UserHistory } from "@portico/client";
import type { Flows } from "./flows.ts";

/** The entries that the ids in the responses refer to. */
export type Dictionaries = Pick<UserHistory, "token_dict" | "project_dict" | "cex_dict">;

/** Names of addresses, by "chain address". */
export type Names = ReadonlyMap<string, string>;

/** The history's owner, and further known names. */
export interface Reader {
  /** In lower case. */
  readonly owner: string;
  readonly names: Names;
  /** A chain's name; its id if it is unknown. */
  readonly nameChain: (id: string) => string;
}

/** All inputs of a sentence. */
export interface Scene extends Reader {
  readonly item: HistoryItem;
  readonly flows: Flows;
  readonly dictionaries: Dictionaries;
}
