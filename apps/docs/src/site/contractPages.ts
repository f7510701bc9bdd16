import type { ApiDocument } from "../reference/sampleRequest.ts";
import { listOperations, type SiteOperation } from "./listOperations.ts";
import { MADE_PAGES } from "./pageList.ts";
import type { PageSource } from "./readSources.ts";

/** The pages generated from the contract: tables of the operations by group, and all error codes. */
export const contractPages = (contract: ApiDocument): PageSource[] => [
  { name: MADE_PAGES.operations, path: "apps/docs/operations.md", markdown: operationsPage(contract) },
  { name: MADE_PAGES.errorCodes, path: "apps/docs/error-codes.md", markdown: errorCodesPage(contract) },
];

function operationsPage(contract: ApiDocument): string {
  const groups = Map.groupBy(listOperations(contract), ({ tag }) => tag);
  const sections = [...groups].map(([tag, operations]) => `## ${tag}\n\n${HEAD}\n${operations.map(rowOf).join("\n")}`);
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
