import type { Generator } from "./generator.ts";

/** A collection of Postman. */
export const postman: Generator = {
  name: "openapi-to-postmanv2",
  packages: { "openapi-to-postmanv2": "6.3.3" },
  commands: [["openapi2postmanv2", "--spec", "openapi.json", "--output", "collection.json", "--pretty"]],
  complaint: /result: false|error/i,
  check: `import { readFileSync } from "node:fs";
type Item = { name: string; item?: Item[]; request?: { url: { path: string[] } } };
const collection: { item: Item[]; variable: { key: string; value: string }[] } = JSON.parse(readFileSync("collection.json", "utf8"));
const requests = (items: Item[]): Item[] => items.flatMap((item) => (item.item ? requests(item.item) : [item]));
const count = requests(collection.item).length;
if (count < 100) throw new Error("only " + count + " requests");
const baseUrl = collection.variable.find(({ key }) => key === "baseUrl")?.value;
if (baseUrl !== process.argv[2]) throw new Error("the base URL is " + baseUrl);
const response = await fetch(baseUrl + "/v1/chain/list", { headers: { AccessKey: "any" } });
if (response.status !== 200) throw new Error(String(response.status));
`,
};
