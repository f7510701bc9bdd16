import MiniSearch from "minisearch";
import { expect, test } from "vitest";
import { type SearchedPage, searchIndex } from "../site/searchIndex.ts";
import { type Found, searchOptions } from "./searchOptions.ts";
import { searchIn } from "./searchSource.ts";

const pageOf = (title: string, text: string, weight = 1): SearchedPage => ({
  title,
  address: `${title.toLowerCase()}.html`,
  sections: [{ id: "", heading: "", text }],
  weight,
});

const PAGES = [
  pageOf("Scaling", "More processes of the API behind a balancer."),
  pageOf("Approvals", "Who may spend tokens: authorized lists of a chain."),
  pageOf("Sign-in", "Tokens of people who signed in, and how to revoke one."),
  pageOf("Code", "How the sources of tokens and chains are kept.", 0.4),
  pageOf("Chains", "Which chains there are."),
];

const found = (typed: string): string[] => {
  const index = MiniSearch.loadJSON<Found>(searchIndex(PAGES, []), searchOptions);
  return searchIn(index, typed).map(({ url }) => url);
};

test("inflected forms, synonyms and prefixes find it", () => {
  expect(found("scale")[0]).toBe("scaling.html");
  expect(found("scali")[0]).toBe("scaling.html");
  expect(found("KUBERNETES?")[0]).toBe("scaling.html");
  expect(found("networks")[0]).toBe("chains.html");
  expect(found("logout")).toEqual(["sign-in.html"]);
});

test("results with every word come first, then those with some; stop words and unknown words do no harm", () => {
  expect(found("how do I revoke a token")[0]).toBe("sign-in.html");
  expect(found("approvals of zzzz")).toEqual(["approvals.html"]);
  expect(found("tokens chains")).toContain("sign-in.html");
  expect(found("zzzz")).toEqual([]);
});

test("pages for readers of the code rank below equal results", () => {
  expect(found("tokens").at(-1)).toBe("code.html");
});
