import type { UserToken } from "@portico/client";
import { Link } from "@tanstack/react-router";
import { ArrowRight, Coins } from "lucide-react";
import { Card, EmptyState } from "@portico/ui";
import { useAnswer } from "../../api/explorerApi.ts";
import { Answered } from "../../parts/Answered.tsx";
import { ChangeFigure } from "../../parts/ChangeFigure.tsx";
import { isPartial } from "../../parts/PartialNote.tsx";
import { tokenPage } from "../../parts/subjectPaths.ts";
import { TokenAmount } from "../../parts/TokenAmount.tsx";
import { TokenLogo } from "../../parts/TokenLogo.tsx";
import { TokenSymbol } from "../../parts/TokenSymbol.tsx";
import { UsdValue } from "../../parts/UsdValue.tsx";
import { useAddress } from "../../shell/useAddress.ts";
import { isSpam } from "../tokens/sortOutTokens.ts";

const SHOWN = 6;

/** The most valuable tokens of the address. */
export function TopTokens() {
  const { address, chain } = useAddress();
  const query = useAnswer("/v1/user/all_token_list", {
    params: { query: { id: address, is_all: false, ...(chain !== undefined && { chain_ids: [chain] }) } },
  });
  return (
    <Card
      title="Top tokens"
      actions={
        <Link to="/address/$address/tokens" params={{ address }} className="button small">
          All tokens <ArrowRight size={15} aria-hidden />
        </Link>
      }
    >
      <Answered query={query} label="tokens" isQuiet>
        {(tokens, meta) => {
          const top = topOf(tokens);
          return top.length === 0 ? (
            <EmptyState
              icon={Coins}
              title={isPartial(meta) ? "No tokens of value on the chains that were read" : "No tokens of value"}
              text="Tokens that have a price will appear here."
            />
          ) : (
            <TokenRows tokens={top} />
          );
        }}
      </Answered>
    </Card>
  );
}

const valueOf = ({ amount, price }: UserToken): number => amount * price;

const topOf = (tokens: readonly UserToken[]): UserToken[] =>
  tokens
    .filter((token) => valueOf(token) > 0 && !isSpam(token))
    .toSorted((a, b) => valueOf(b) - valueOf(a))
    .slice(0, SHOWN);

const TokenRows = ({ tokens }: { readonly tokens: readonly UserToken[] }) => (
  <table className="top-tokens">
    <caption className="unseen">Tokens of the highest value</caption>
    <thead>
      <tr>
        <th scope="col">Token</th>
        <th scope="col" className="end wide-only">
          Price
        </th>
        <th scope="col" className="end wide-only">
          24 h
        </th>
        <th scope="col" className="end">
          Value
        </th>
      </tr>
    </thead>
    <tbody>
      {tokens.map((token) => (
        <tr key={`${token.chain} ${token.id}`}>
          <th scope="row">
            <span className="token-name">
              <TokenLogo chain={token.chain} id={token.id} symbol={token.optimized_symbol} isOnChain />
              <span>
                <Link {...tokenPage(token.chain, token.id)}>
                  <TokenSymbol symbol={token.optimized_symbol} />
                </Link>
                <small className="quiet">
                  <TokenAmount rawAmount={token.raw_amount} decimals={token.decimals ?? 0} />
                </small>
              </span>
            </span>
          </th>
          <td className="end wide-only">
            <UsdValue value={token.price} />
          </td>
          <td className="end wide-only">
            <ChangeFigure fraction={token.price_24h_change} />
          </td>
          <td className="end">
            <strong>
              <UsdValue value={valueOf(token)} />
            </strong>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
