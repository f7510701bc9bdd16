import type { ApiDocument } from "../reference/sampleRequest.ts";
import type { SiteOperation } from "./listOperations.ts";
import { MADE_PAGES, REFERENCE } from "./pageList.ts";
import type { PageSource } from "./readSources.ts";
import type { SearchedPage } from "./searchIndex.ts";

/** The pages generated from the contract: tables of the operations by group, and all error codes. */
export const contractPages = (contract: ApiDocument, operations: readonly SiteOperation[]): PageSource[] => [
  { name: MADE_PAGES.operations, path: "apps/docs/operations.md", markdown: operationsPage(operations) },
  { name: MADE_PAGES.errorCodes, path: "apps/docs/error-codes.md", markdown: errorCodesPage(contract) },
];

function operationsPage(operations: readonly SiteOperation[]): string {
  const groups = Map.groupBy(operations, ({ tag }) => tag);
  const sections = [...groups].map(([tag, own]) => `## ${tag}\n\n${HEAD}\n${own.map(rowOf).join("\n")}`);
  return `# Operations

Every operation, what a call costs in [units](units.md), and whether it is in version 1.0 of the interface or an extension of this
service. The [reference](reference.html) has their parameters, responses and code samples.

${sections.join("\n\n")}
`;
}

const HEAD = "| operation | what it does | units | |\n|---|---|---|---|";

const rowOf = ({ method, path, summary, price, isExtension }: SiteOperation): string =>
  `| \`${method} ${path}\` | ${summary} | ${price} | ${isExtension ? "extension" : ""} |`;

/** The description of ErrorCode is a table of all codes; its own first line precedes it. */
function errorCodesPage(contract: ApiDocument): string {
  const { schemas } = contract.components as { schemas?: Record<string, { description?: string }> };
  const table = schemas?.["ErrorCode"]?.description;
  if (table === undefined) throw new Error("The contract has no schema ErrorCode with a description");
  return `# Error codes\n\n[Errors and limits](errors.md) explains how to handle them.\n\n${table}`;
}

/** The reference's introduction and groups, for the search; operations are added by themselves. */
export const referencePage = ({ info, tags = [] }: ApiDocument): SearchedPage => ({
  title: "Reference",
  address: `${REFERENCE}.html`,
  sections: [
    { id: "", heading: "", text: info?.description ?? "" },
    ...tags.map(({ name, description = "" }) => ({ id: `/${name.toLowerCase()}`, heading: name, text: description })),
  ],
  weight: 0.5,
});
