// Prints what an address holds, biggest first:
//   node examples/src/portfolio.ts [ADDRESS]
// The server and the key come from PORTICO_API_URL and PORTICO_ACCESS_KEY, else from the running `pnpm start`.
import { readFile } from "node:fs/promises";
import { createClient, PorticoError, unwrap, type UserToken } from "@portico/client";

type Run = { apiUrl: string; accessKey: string; demoOwner?: string };

try {
  await main();
} catch (error) {
  console.error(
    error instanceof PorticoError ? `${error.code}: ${error.message}` : error instanceof Error ? error.message : error,
  );
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const { apiUrl, accessKey, demoOwner } = await findServer();
  const owner = process.argv[2] ?? demoOwner;
  if (owner === undefined) throw new Error("Say whose portfolio: node examples/src/portfolio.ts ADDRESS");
  const client = createClient({ baseUrl: apiUrl, accessKey });
  const call = client.GET("/v1/user/all_token_list", { params: { query: { id: owner } } });
  const { response } = await call;
  const tokens = await unwrap(call);

  console.log(`${owner} holds ${tokens.length} tokens (${response.headers.get("portico-chains")})\n`);
  const byValue = tokens.toSorted((a, b) => b.amount * b.price - a.amount * a.price);
  for (const token of byValue) console.log(describe(token));
}

async function findServer(): Promise<Run> {
  const { PORTICO_API_URL: apiUrl, PORTICO_ACCESS_KEY: accessKey } = process.env;
  if (apiUrl !== undefined && accessKey !== undefined) return { apiUrl, accessKey };
  const file = new URL("../../.portico/run.json", import.meta.url);
  const text = await readFile(file, "utf8").catch(() => undefined);
  if (text === undefined)
    throw new Error("Nothing runs: `pnpm start` first, or set PORTICO_API_URL and PORTICO_ACCESS_KEY");
  return JSON.parse(text) as Run;
}

function describe({
  chain,
  optimized_symbol: symbol,
  raw_amount: rawAmount,
  decimals,
  amount,
  price,
}: UserToken): string {
  const value = price === 0 ? "no price" : `$${(amount * price).toFixed(2)}`;
  return [
    chain.padEnd(8),
    printable(symbol).padEnd(12),
    formatExactly(rawAmount, decimals ?? 0).padStart(40),
    value,
  ].join(" ");
}

/** Whole tokens with every digit, which a number could not hold. */
function formatExactly(rawAmount: bigint, decimals: number): string {
  const digits = String(rawAmount).padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, "");
  return fraction === "" ? whole : `${whole}.${fraction}`;
}

/** A token's strings are written by whoever deployed it: control and direction characters would reach the terminal. */
function printable(text: string): string {
  return text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, "?");
}
