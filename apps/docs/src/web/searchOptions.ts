import type { Options } from "minisearch";

/** What the search finds: a part of a page, or an operation of the reference. */
export type Found = {
  readonly id: number;
  readonly url: string;
  /** The page's title, or "Reference". */
  readonly page: string;
  readonly heading: string;
  readonly text: string;
  /** How much it counts: what is written for readers of the code counts less. */
  readonly weight: number;
};

const LITTLE_WORDS = new Set(
  "a an and are as at be by do for from how i in is it my of on or that the to what with".split(" "),
);

/** Of the build, which makes the index, and of the page, which asks it: both must have the same. */
export const searchOptions: Options<Found> = {
  fields: ["heading", "page", "text"],
  storeFields: ["url", "page", "heading", "text", "weight"],
  processTerm: (term) => (LITTLE_WORDS.has(term.toLowerCase()) ? null : term.toLowerCase()),
  searchOptions: {
    boostDocument: (_id, _term, stored) => Number(stored?.["weight"] ?? 1),
    boost: { heading: 4, page: 2 },
    combineWith: "AND",
    prefix: true,
    fuzzy: (term) => (term.length > 4 ? 0.15 : false),
  },
};

/** How much of a part's text is kept to show. */
export const EXCERPT = 160;
