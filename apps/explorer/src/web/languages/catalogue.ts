import type { messages as approvals } from "./en/approvals.ts";
import type { messages as history } from "./en/history.ts";
import type { messages as landing } from "./en/landing.ts";
import type { messages as nfts } from "./en/nfts.ts";
import type { messages as overview } from "./en/overview.ts";
import type { messages as parts } from "./en/parts.ts";
import type { messages as positions } from "./en/positions.ts";
import type { messages as shell } from "./en/shell.ts";
import type { messages as tokens } from "./en/tokens.ts";
import type { messages as ui } from "./en/ui.ts";

/** The areas of the catalogue: a file in each language's folder, whose ids begin with the area's name. A row for each. */
interface Areas {
  readonly approvals: typeof approvals;
  readonly history: typeof history;
  readonly landing: typeof landing;
  readonly nfts: typeof nfts;
  readonly overview: typeof overview;
  readonly parts: typeof parts;
  readonly positions: typeof positions;
  readonly shell: typeof shell;
  readonly tokens: typeof tokens;
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
