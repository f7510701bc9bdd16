import MiniSearch from "minisearch";
import { EXCERPT, type Found, searchOptions } from "../web/searchOptions.ts";
import type { SiteOperation } from "./listOperations.ts";
import type { Section } from "./renderMarkdown.ts";

export type SearchedPage = {
  readonly title: string;
  readonly address: string;
  readonly sections: readonly Section[];
  /** Rank factor of results in it; 1 for a guide. */
  readonly weight: number;
};

/**
 * The index as JSON: every section of every page, and every operation. The full text is searchable; only its beginning
 * is stored.
 */
export function searchIndex(pages: readonly SearchedPage[], operations: readonly SiteOperation[]): string {
  const parts = [...pages.flatMap(partsOf), ...operations.map(partOf)];
  const index = new MiniSearch<Found>({
    ...searchOptions,
    extractField: (part, field) => part[field as keyof Found]?.toString() ?? "",
  });
  index.addAll(parts.map((part, id) => ({ ...part, id })));
  return JSON.stringify(index, (key, value: unknown) =>
    key === "text" && typeof value === "string" ? shorten(value) : value,
  );
}

const partsOf = ({ title, address, sections, weight }: SearchedPage): Omit<Found, "id">[] =>
  sections.map(({ id, heading, text }) => ({
    url: id === "" || heading === title ? address : `${address}#${id}`,
    page: title,
    heading: heading === "" ? title : heading,
    text,
    weight,
  }));

/** Of operations that most readers don't look for. */
const WEIGHTS: Readonly<Record<string, number>> = { Me: 0.5, Cloud: 0.5, Dashboard: 0.25 };

const partOf = ({
  method,
  path,
  tag,
  url,
  summary,
  description,
  fields,
  values,
  id,
}: SiteOperation): Omit<Found, "id"> => ({
  url,
  page: "Reference",
  heading: `${method} ${path}`,
  text: `${summary}. ${description} ${id} ${values.join(" ")}`,
  fields: fields.join(" "),
  weight: WEIGHTS[tag] ?? 0.8,
});

const shorten = (text: string): string => {
  const line = text.replaceAll("`", "").replaceAll(/\s+/g, " ").trim();
  return line.length <= EXCERPT ? line : `${line.slice(0, EXCERPT).replace(/\s\S*$/, "")} …`;
};
