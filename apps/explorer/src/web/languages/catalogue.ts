import type { messages as approvals } from "./en/approvals.ts";
import type { messages as block } from "./en/block.ts";
import type { messages as bundle } from "./en/bundle.ts";
import type { messages as collection } from "./en/collection.ts";
import type { messages as gas } from "./en/gas.ts";
import type { messages as history } from "./en/history.ts";
import type { messages as landing } from "./en/landing.ts";
import type { messages as lists } from "./en/lists.ts";
import type { messages as nfts } from "./en/nfts.ts";
import type { messages as overview } from "./en/overview.ts";
import type { messages as parts } from "./en/parts.ts";
import type { messages as positions } from "./en/positions.ts";
import type { messages as protocol } from "./en/protocol.ts";
import type { messages as protocols } from "./en/protocols.ts";
import type { messages as shell } from "./en/shell.ts";
import type { messages as token } from "./en/token.ts";
import type { messages as tokens } from "./en/tokens.ts";
import type { messages as transaction } from "./en/transaction.ts";
import type { messages as ui } from "./en/ui.ts";

/** The areas of the catalogue: a file in each language's folder, whose ids begin with the area's name. A row for each. */
interface Areas {
  readonly approvals: typeof approvals;
  readonly block: typeof block;
  readonly bundle: typeof bundle;
  readonly collection: typeof collection;
  readonly gas: typeof gas;
  readonly history: typeof history;
  readonly landing: typeof landing;
  readonly lists: typeof lists;
  readonly nfts: typeof nfts;
  readonly overview: typeof overview;
  readonly parts: typeof parts;
  readonly positions: typeof positions;
  readonly protocol: typeof protocol;
  readonly protocols: typeof protocols;
  readonly shell: typeof shell;
  readonly token: typeof token;
  readonly tokens: typeof tokens;
  readonly transaction: typeof transaction;
  readonly ui: typeof ui;
}

export type Area = keyof Areas;
/** Those that every page has from its beginning. */
export const FIRST_AREAS = ["shell", "parts", "overview", "ui"] as const satisfies readonly Area[];

export type MessageId = { [Name in Area]: keyof Areas[Name] & string }[Area];

/** The English text of a message. */
export type MessageText<Id extends MessageId> = {
  [Name in Area]: Id extends keyof Areas[Name] ? Areas[Name][Id] & string : never;
}[Area];

/** An area in another language. That it has the same parameters is for the test of the catalogue. */
export type Translation<English> = { readonly [Id in keyof English]: string };
