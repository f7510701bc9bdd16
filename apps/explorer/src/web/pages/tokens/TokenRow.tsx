import type { UserToken } from "@portico/client";
import { Link } from "@tanstack/react-router";
import { memo } from "react";
import { ChainBadge } from "../../parts/ChainBadge.tsx";
import { ChangeFigure } from "../../parts/ChangeFigure.tsx";
import { plainText } from "@portico/ui/browser";
import { formatShare } from "../../parts/formatShare.ts";
import { tokenPage } from "../../parts/subjectPaths.ts";
import { TokenAmount } from "../../parts/TokenAmount.tsx";
import { TokenLogo } from "../../parts/TokenLogo.tsx";
import { TokenSymbol } from "../../parts/TokenSymbol.tsx";
import { UsdValue } from "../../parts/UsdValue.tsx";
import { isSpam } from "./sortOutTokens.ts";
import { TokenWarning } from "./TokenWarning.tsx";
import { t } from "../../languages/t.ts";

interface TokenRowProps {
  readonly token: UserToken;
  /** The total for shares, in USD. */
  readonly total: number;
  readonly open: (token: UserToken) => void;
  /** Whether it is below the row of its coin. */
  readonly isPart?: boolean;
}

export const TokenRow = memo(function TokenRow({ token, total, open, isPart = false }: TokenRowProps) {
  const {
    id,
    chain,
    price,
    usd_value: usdValue = 0,
    optimized_symbol: symbol,
    decimals,
    name,
    raw_amount: rawAmount,
  } = token;
  const share = isSpam(token) || usdValue <= 0 || total <= 0 ? undefined : formatShare(usdValue / total);
  return (
    <tr className={isPart ? "coin-part" : undefined}>
      <th scope="row" className="token-list-token">
        <div>
          <TokenLogo chain={chain} id={id} symbol={symbol} />
          <span className="token-list-names">
            <button type="button" className="token-list-open" aria-haspopup="dialog" onClick={() => open(token)}>
              <TokenSymbol symbol={symbol} />
            </button>
            <TokenWarning token={token} />
            <Link {...tokenPage(chain, id)} className="foreign quiet small">
              <bdi>{plainText(name ?? "", 60) || t("tokens.about")}</bdi>
            </Link>
          </span>
        </div>
      </th>
      <td className="token-list-chain">
        <ChainBadge chain={chain} />
      </td>
      <td className={`end token-list-price ${price === 0 ? "unknown" : ""}`} data-name={t("tokens.at")}>
        <UsdValue value={price} isUnknown={price === 0} />
      </td>
      <td className="end token-list-change">
        <ChangeFigure fraction={token.price_24h_change} />
      </td>
      <td className="end token-list-amount">
        <TokenAmount rawAmount={rawAmount} decimals={decimals ?? 0} />
      </td>
      <td className="end token-list-value">
        <UsdValue value={usdValue} isUnknown={price === 0} />
      </td>
      <td className={`end token-list-share ${share === undefined ? "unknown" : ""}`}>{share ?? "–"}</td>
    </tr>
  );
});
