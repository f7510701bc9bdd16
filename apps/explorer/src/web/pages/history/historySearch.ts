import { FIRST_DAY } from "@portico/ui/browser";
import { isKind, type HistoryKind } from "./historyKinds.ts";

/** Filters of the history besides the chain. */
export interface HistorySearch {
  /** Only transactions that moved or approved this: an address in lower case, or a native token id. */
  readonly token?: string;
  readonly kind?: HistoryKind;
  /** Id of a protocol. */
  readonly protocol?: string;
  /** An address in lower case: who sent, got, was called or may spend. */
  readonly party?: string;
  /** Days in local time, both included: YYYY-MM-DD. */
  readonly from?: string;
  readonly until?: string;
}

const ADDRESS = /^0x[0-9a-f]{40}$/;
const NATIVE = /^[a-z0-9_]{1,24}$/;
const PROTOCOL = /^[a-z0-9_]{1,60}$/;

/** Reads the page's search parameters; invalid ones are left out. */
export function readHistorySearch(search: Record<string, unknown>): HistorySearch {
  const textOf = (name: string): string => {
    const value = search[name];
    return typeof value === "string" ? value : "";
  };
  const [token, party, from, until] = [
    readTokenId(textOf("token")),
    readAddress(textOf("party")),
    readDay(textOf("from")),
    readDay(textOf("until")),
  ];
  const [kind, protocol] = [textOf("kind"), textOf("protocol")];
  return {
    ...(token !== undefined && { token }),
    ...(isKind(kind) && { kind }),
    ...(PROTOCOL.test(protocol) && { protocol }),
    ...(party !== undefined && { party }),
    ...(from !== undefined && { from }),
    ...(until !== undefined && { until }),
  };
}

/** A token id from the user's input; undefined if it is invalid. */
export function readTokenId(text: string): string | undefined {
  const id = text.trim().toLowerCase();
  return ADDRESS.test(id) || (!id.startsWith("0x") && NATIVE.test(id)) ? id : undefined;
}

/** An address from the user's input; undefined if it is invalid. */
export function readAddress(text: string): string | undefined {
  const address = text.trim().toLowerCase();
  return ADDRESS.test(address) ? address : undefined;
}

/** A day from the user's input; undefined if it is invalid, or before any chain: as long as a year is typed. */
export const readDay = (text: string): string | undefined =>
  /^\d{4}-\d\d-\d\d$/.test(text) && text >= FIRST_DAY && !Number.isNaN(Date.parse(text)) ? text : undefined;

/** The first second of a day in local time, unix. @param later - Days after it. */
export function startOfDay(day: string, later = 0): number {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date + later).getTime() / 1000;
}
