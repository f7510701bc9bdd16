import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { createCollection } from "./collection/createCollection.ts";

const HELP = `Writes every operation of the contract, with its examples, as a collection for Postman, Bruno, Insomnia.

  node apps/mock/src/exportCollection.ts portico.postman_collection.json
  node apps/mock/src/exportCollection.ts                                   # to standard output`;

const [file] = process.argv.slice(2);
if (file === "--help") console.log(HELP);
else {
  const path = fileURLToPath(import.meta.resolve("@portico/contract/openapi.mock.json"));
  const document = JSON.parse(await readFile(path, "utf8")) as Record<string, unknown>;
  const collection = `${JSON.stringify(createCollection(document), undefined, 1)}\n`;
  if (file === undefined) process.stdout.write(collection);
  else await writeFile(file, collection);
}
