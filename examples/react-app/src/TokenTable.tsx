import { formatAmount, formatUsd } from "@portico/client";
import { Failure } from "./Failure.tsx";
import { Logo } from "./Logo.tsx";
import { portico } from "./portico.ts";

/** Some symbols and amounts are as long as a page. */
const CLIPPED = { maxWidth: "12rem", overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" } as const;

/** A token's deployer chooses its symbol: React shows them as text, and `bdi` isolates their direction. */
export function TokenTable({ address }: { readonly address: string }) {
  const params = { query: { id: address, is_all: false } }; // without those that represent positions
  const { data: tokens = [], error, refetch } = portico.useQuery("get", "/v1/user/all_token_list", { params });
  if (error !== null) return <Failure error={error} retry={refetch} />;
  const shown = tokens.filter(({ is_suspicious: isSuspicious }) => isSuspicious !== true);
  return (
    <table>
      <caption>Tokens</caption>
      <tbody>
        {shown.map(
          ({ id, chain, logo_url: logo, optimized_symbol: symbol, raw_amount: rawAmount, decimals, ...token }) => (
            <tr key={`${chain} ${id}`}>
              <td>{chain}</td>
              <td style={CLIPPED}>
                <Logo url={logo} symbol={symbol} /> <bdi>{symbol}</bdi>
              </td>
              <td style={CLIPPED} title={formatAmount(rawAmount, decimals ?? 0)}>
                {formatAmount(rawAmount, decimals ?? 0, { digits: 4, locale: "en" })}
              </td>
              <td>{token.price === 0 ? "no price" : formatUsd(token.amount * token.price)}</td>
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
}
