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
import { t } from "../../languages/t.ts";

const SHOWN = 6;

/** The most valuable tokens of the address. */
export function TopTokens() {
  const { address, chain } = useAddress();
  const query = useAnswer("/v1/user/all_token_list", {
    params: { query: { id: address, is_all: false, ...(chain !== undefined && { chain_ids: [chain] }) } },
  });
  return (
    <Card
      title={t("overview.topTokens")}
      actions={
        <Link to="/address/$address/tokens" params={{ address }} className="button small">
          {t("overview.allTokens")} <ArrowRight size={15} aria-hidden />
        </Link>
      }
    >
      <Answered query={query} label={t("overview.tokens")} isQuiet>
        {(tokens, meta) => {
          const top = topOf(tokens);
          return top.length === 0 ? (
            <EmptyState
              icon={Coins}
              title={isPartial(meta) ? t("overview.noTokensRead") : t("overview.noTokens")}
              text={t("overview.noTokensText")}
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
    <caption className="unseen">{t("overview.highestValue")}</caption>
    <thead>
      <tr>
        <th scope="col">{t("overview.token")}</th>
        <th scope="col" className="end wide-only">
          {t("overview.price")}
        </th>
        <th scope="col" className="end wide-only">
          {t("overview.change")}
        </th>
        <th scope="col" className="end">
          {t("overview.value")}
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
