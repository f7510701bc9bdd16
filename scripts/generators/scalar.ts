import type { Generator } from "./generator.ts";

/** The parser with its validation, on which the reference and the other tools of Scalar rest. */
export const scalar: Generator = {
  name: "@scalar/openapi-parser",
  packages: { "@scalar/openapi-parser": "0.29.22" },
  commands: [],
  check: `import { readFileSync } from "node:fs";
import { dereference, validate } from '@scalar/openapi-parser';
const { valid, errors } = await validate(readFileSync("openapi.json", "utf8"));
if (!valid) throw new Error(JSON.stringify(errors));
const { schema, errors: dangling } = dereference(readFileSync("openapi.json", "utf8"));
if (dangling !== undefined && dangling.length > 0) throw new Error(JSON.stringify(dangling));
const operation = (schema as any).paths["/v1/chain/list"].get;
if (operation["x-codeSamples"].length !== 3) throw new Error("no code samples");
const [server] = (schema as any).servers;
const response = await fetch(server.url + "/v1/chain/list", { headers: { AccessKey: "any" } });
if (response.status !== 200) throw new Error(String(response.status));
`,
};
