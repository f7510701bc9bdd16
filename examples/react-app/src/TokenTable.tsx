import { formatAmount, formatUsd } from "@portico/client";
import { portico } from "./portico.ts";

/** Symbols are written by whoever deployed a token: React shows them as text, and `bdi` keeps them in their place. */
export function TokenTable({ address }: { readonly address: string }) {
  const { data: tokens = [] } = portico.useQuery("get", "/v1/user/all_token_list", {
    params: { query: { id: address } },
  });
  return (
    <table>
      <caption>Tokens</caption>
      <tbody>
        {tokens.map(({ id, chain, optimized_symbol: symbol, raw_amount: rawAmount, decimals, amount, price }) => (
          <tr key={`${chain} ${id}`}>
            <td>{chain}</td>
            <td>
              <bdi>{symbol}</bdi>
            </td>
            <td title={formatAmount(rawAmount, decimals ?? 0)}>
              {formatAmount(rawAmount, decimals ?? 0, { digits: 4, locale: "en" })}
            </td>
            <td>{formatUsd(amount * price)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
