import type { GroupContract } from "./groupContracts.ts";
import type { SiteOperation } from "./listOperations.ts";

export type LlmsPage = {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly markdown: string;
};

const HEAD = `# Portico

> Portico is an open, self-hostable service that answers what an address holds on chain, and lets applications sign its owner in.
> The contract (OpenAPI 3.1) is the source of truth: parameters, responses and examples of every operation.
`;

/** llms.txt (llmstxt.org): the list of documents with a line on each. Guides are also served as Markdown. */
export const llmsText = (
  guides: readonly LlmsPage[],
  parts: readonly LlmsPage[],
  contracts: readonly GroupContract[],
): string => `${HEAD}
## Guides

${guides.map(lineOf).join("\n")}

## Contract

By group, each a complete OpenAPI document:

${contracts.map(contractLine).join("\n")}

The whole contract, which is long:

- [openapi.yaml](openapi.yaml): every operation, schema and example
- [openapi.json](openapi.json): the same as JSON

## Optional

- [llms-full.txt](llms-full.txt): all guides and every operation in one file
${parts.map(lineOf).join("\n")}
`;

const lineOf = ({ name, title, summary }: LlmsPage): string => `- [${title}](${name}.md): ${summary}`;

const contractLine = ({ tag, file, operations }: GroupContract): string =>
  `- [${tag}](${file}): ${operations.map(({ method, path }) => `${method} ${path}`).join(", ")}`;

/** llms-full.txt: the full guides, then every operation with its summary. */
export const llmsFullText = (
  guides: readonly { readonly markdown: string }[],
  operations: readonly SiteOperation[],
): string => `${HEAD}
${guides.map(({ markdown }) => markdown.trim()).join("\n\n---\n\n")}

---

# Operations

${operations.map(({ method, path, summary, price }) => `- ${method} ${path}: ${summary}${price === "" ? "" : ` (units: ${price})`}`).join("\n")}
`;
