// Prints the holdings of an address, largest first:
//   node examples/src/portfolio.ts [ADDRESS]
// The server and the key come from PORTICO_API_URL and PORTICO_ACCESS_KEY, else from the running `pnpm start`.
import { createClient, formatAmount, formatUsd, PorticoError, unwrapWithMeta, type UserToken } from "@portico/client";
import { findServer } from "./findServer.ts";
import { printable } from "./printable.ts";

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
  if (owner === undefined) throw new Error("Usage: node examples/src/portfolio.ts ADDRESS");
  const client = createClient({ baseUrl: apiUrl, accessKey });
  const call = client.GET("/v1/user/all_token_list", { params: { query: { id: owner } } });
  const { data: tokens, meta } = await unwrapWithMeta(call);

  const chains = meta.chains.flatMap(({ chain, block }) => (block === undefined ? [] : `${chain} at ${block}`));
  console.log(`${owner} holds ${tokens.length} tokens (${chains.join(", ")})\n`);
  const byValue = tokens.toSorted((a, b) => b.amount * b.price - a.amount * a.price);
  for (const token of byValue) console.log(describe(token));
}

function describe({
  chain,
  optimized_symbol: symbol,
  raw_amount: rawAmount,
  decimals,
  amount,
  price,
}: UserToken): string {
  const value = price === 0 ? "no price" : formatUsd(amount * price);
  return [
    chain.padEnd(8),
    printable(symbol).padEnd(12),
    formatAmount(rawAmount, decimals ?? 0).padStart(40), // with every digit, which a number could not hold
    value,
  ].join(" ");
}
