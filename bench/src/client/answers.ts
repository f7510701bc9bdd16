/**
 * `node answers.ts PORT`: responds to three operations from memory with the contract's examples; a token list has 100
 * tokens.
 */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";

interface Document {
  readonly components: { readonly examples: Record<string, { readonly value: unknown }> };
}
const file = fileURLToPath(import.meta.resolve("@portico/contract/openapi.json"));
const { components } = JSON.parse(readFileSync(file, "utf8")) as Document;
const exampleOf = (name: string): unknown => components.examples[name]?.value;

const TOKENS = 100;
/** 22 digits, typical of a token with 18 decimals. */
const RAW_AMOUNT = "1234567890123456789012";
const [token] = exampleOf("UserTokenList") as [object];
const tokenText = JSON.stringify({ ...token, raw_amount: "RAW" }).replace('"RAW"', RAW_AMOUNT);

const bodies: Record<string, string> = {
  "/v1/chain/list": JSON.stringify(exampleOf("ChainList")),
  "/v1/user/total_balance": JSON.stringify(exampleOf("UserTotalBalance")),
  "/v1/user/token_list": `[${Array.from({ length: TOKENS }, () => tokenText).join(",")}]`,
};

createServer(({ url = "", headers }, response) => {
  const body = headers["accesskey"] === "any" ? bodies[url.split("?")[0] ?? ""] : undefined;
  response
    .writeHead(body === undefined ? 404 : 200, {
      "content-type": "application/json",
      etag: '"5nCXp3cJ0rTq6m1l5cYk2w"',
      "portico-chains": "eth;block=23456789;time=1760000000",
      "x-request-id": "0b0d1f0e-55a5-4b8b-8df8-5e7b4d2f1a11",
    })
    .end(body ?? "{}");
}).listen(Number(process.argv[2]), "127.0.0.1");
