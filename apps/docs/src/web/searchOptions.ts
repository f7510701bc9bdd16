import MiniSearch, { type Options, type QueryCombination } from "minisearch";

/** A search result: a section of a page, or an operation of the reference. */
export type Found = {
  readonly id: number;
  readonly url: string;
  /** The page's title, or "Reference". */
  readonly page: string;
  readonly heading: string;
  readonly text: string;
  /** Names of the parameters and fields of an operation, separated by spaces. */
  readonly fields?: string;
  /** Rank factor: pages for readers of the code rank lower. */
  readonly weight: number;
};

const LITTLE_WORDS = new Set(
  "a an and are as at be by can do does for from get how i in is it me my of on or should that the this to we what when where which why with you your".split(
    " ",
  ),
);

const splitWords = MiniSearch.getDefault("tokenize") as (text: string) => string[];

const isFieldName = (word: string): boolean => word.includes("_");

/** `err_protocol_ids` is found by its own beginning, by that of `protocol_ids`, and by that of `ids`. */
const suffixesOf = (names: string): string[] => {
  const suffixes = names.split(" ").flatMap((name) => {
    const words = name.split("_");
    return words.map((_word, index) => words.slice(index).join("_"));
  });
  return [...new Set(suffixes)];
};

/** Shared by the build, which creates the index, and the page, which searches it: both must use the same options. */
export const searchOptions: Options<Found> = {
  fields: ["heading", "page", "text", "fields"],
  storeFields: ["url", "page", "heading", "text", "fields", "weight"],
  tokenize: (text, field) => (field === "fields" ? suffixesOf(text) : splitWords(text)),
  processTerm: (term) => (LITTLE_WORDS.has(term.toLowerCase()) ? null : term.toLowerCase()),
  searchOptions: {
    fields: ["heading", "page", "text"],
    boostDocument: (_id, term, stored) => Math.max(Number(stored?.["weight"] ?? 1), isFieldName(term) ? 0.5 : 0),
    boost: { heading: 4, page: 2 },
    prefix: true,
    fuzzy: (term) => (term.length > 4 ? 0.15 : false),
  },
};

/** Common terms, and the terms used here or on related pages. Words of one stem have one line. */
export const OTHER_WORDS: Readonly<Record<string, readonly string[]>> = {
  alchemy: ["rpc"],
  approval: ["authorized", "spend"],
  backup: ["restored"],
  breaking: ["breaks", "major"],
  deploy: ["run", "start"],
  docker: ["pnpm start", "process"],
  download: ["openapi.yaml"],
  endpoint: ["operation"],
  fake: ["mock"],
  force: ["prefer"],
  infura: ["rpc"],
  install: ["start"],
  kubernetes: ["process", "balancer"],
  license: ["licence"],
  login: ["sign-in", "signing in"],
  logout: ["revoke", "ending"],
  mainnet: ["real chain"],
  network: ["chain"],
  pagination: ["page", "cursor"],
  precision: ["exact", "digits"],
  quota: ["units", "limit"],
  rpc: ["node"],
  sandbox: ["mock"],
  sdk: ["client"],
  simulate: ["scenario"],
  siwe: ["sign-in", "ethereum"],
  spam: ["suspicious", "scam"],
  supported: ["served", "chain/list"],
  upgrade: ["replacing", "migrate"],
  variable: ["setting"],
};

/** A word without its English suffix, to find its other forms: the search completes prefixes. */
const stemOf = (word: string): string => word.replace(/(?<=\w{4})(?:ings?|ed|es|s|e)$/, "");

const OTHERS_BY_STEM = new Map(Object.entries(OTHER_WORDS).map(([word, others]) => [stemOf(word), others]));

/** A name of fields isn't split into words. */
const field = (word: string): QueryCombination => ({
  queries: [word],
  fields: ["fields"],
  boost: { fields: isFieldName(word) ? 10 : 1 },
  fuzzy: false,
  tokenize: (name) => [name],
});

/** Every word of the input or its synonym; "any" instead of "every" ignores unknown words. */
export function queryOf(typed: string, wanted: "every" | "any"): QueryCombination {
  const words = typed.split(/\s+/).filter((word) => !LITTLE_WORDS.has(word.toLowerCase()));
  const whole = (word: string): QueryCombination => ({ combineWith: "AND", queries: [word] }); // user/token_list is three words
  return {
    combineWith: wanted === "every" ? "AND" : "OR",
    queries: words.map((word) => {
      const stem = stemOf(word.toLowerCase().replace(/\W+$/, ""));
      const forms = new Set([word, stem, ...(OTHERS_BY_STEM.get(stem) ?? [])]);
      return { combineWith: "OR", queries: [field(word), ...[...forms].map(whole)] };
    }),
  };
}

/** Number of results below the field. */
export const SHOWN = 8;

/** Number of characters stored per section, for display. */
export const EXCERPT = 160;
