import type { Generator } from "./generator.ts";

/** A collection of Bruno. */
export const bruno: Generator = {
  name: "@usebruno/converters",
  packages: { "@usebruno/converters": "0.23.0" },
  files: {
    "convert.mjs": `import { readFileSync, writeFileSync } from "node:fs";
import converters from '@usebruno/converters';
const collection = await converters.openApiToBruno(JSON.parse(readFileSync("openapi.json", "utf8")));
writeFileSync("collection.json", JSON.stringify(collection));`,
  },
  commands: [["node", "convert.mjs"]],
  complaint: /error|warn/i,
  check: `import { readFileSync } from "node:fs";
type Item = { name: string; type: string; items?: Item[]; request?: { url: string } };
const collection = JSON.parse(readFileSync("collection.json", "utf8")) as { items: Item[]; environments: { variables: { name: string; value: string }[] }[] };
const requests = (items: Item[]): Item[] => items.flatMap((item) => (item.items ? requests(item.items) : [item]));
const count = requests(collection.items).length;
if (count < 100) throw new Error("only " + count + " requests");
const baseUrl = collection.environments[0]?.variables.find(({ name }) => name === "baseUrl")?.value;
if (baseUrl !== process.argv[2]) throw new Error("the base URL is " + baseUrl);
const response = await fetch(baseUrl + "/v1/chain/list", { headers: { AccessKey: "any" } });
if (response.status !== 200) throw new Error(String(response.status));
`,
};
