import type { Catalogue, RecordedUser, RecordedHolding } from "./recording.ts";

type Token = Catalogue["tokens"][number]["token"];

const tables = new WeakMap<Catalogue, ReadonlyMap<string, Token>>();

/** The catalogue's token, in the contract's form. */
export function findToken(catalogue: Catalogue, chain: string, id: string): Token | undefined {
  const shown =
    tables.get(catalogue) ??
    new Map(catalogue.tokens.map(({ token }) => [`${token.chain}:${token.id}`, token] as const));
  tables.set(catalogue, shown);
  return shown.get(`${chain}:${id}`);
}

/** An owner's holding of a token, in the contract's form. */
export const toHoldingResponse = (
  catalogue: Catalogue,
  { chain, id, amount, digits, usdValue }: RecordedHolding,
): object => ({
  ...findToken(catalogue, chain, id),
  amount,
  raw_amount: BigInt(digits),
  raw_amount_str: digits,
  raw_amount_hex_str: `0x${BigInt(digits).toString(16)}`,
  usd_value: usdValue,
});

/** USD on one chain: tokens, except those that represent positions, plus positions. */
export function sumNet({ holdings, protocols }: RecordedUser, chain: string): number {
  const tokens = holdings.filter((one) => one.chain === chain && !one.isDerived).map(({ usdValue }) => usdValue);
  const wallet = tokens.toSorted((a, b) => b - a).reduce((sum, value) => sum + value, 0);
  return protocols
    .filter((protocol) => protocol.chain === chain)
    .reduce((sum, { net_usd_value }) => sum + net_usd_value, wallet);
}
