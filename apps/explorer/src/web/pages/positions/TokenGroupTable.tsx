import type { PortfolioToken } from "@portico/client";
import { Badge } from "@portico/ui";
import { Link } from "@tanstack/react-router";
import { formatAmountText } from "../../parts/formatAmountText.ts";
import { tokenPage } from "../../parts/subjectPaths.ts";
import { TokenLogo } from "../../parts/TokenLogo.tsx";
import { TokenSymbol } from "../../parts/TokenSymbol.tsx";
import { UsdValue } from "../../parts/UsdValue.tsx";
import type { TokenGroup } from "./positionView.ts";
import { t } from "../../languages/t.ts";

interface TokenGroupTableProps {
  readonly group: TokenGroup;
  readonly caption: string;
}

/** The tokens of a position in one group: supplied, borrowed, earned. Debts are negative. */
export const TokenGroupTable = ({ group: { label, side, tokens }, caption }: TokenGroupTableProps) => (
  <table className={`position-table ${side}`}>
    <caption className="unseen">{caption}</caption>
    <thead>
      <tr>
        <th scope="col">{label}</th>
        <th scope="col" className="end">
          {t("positions.amount")}
        </th>
        <th scope="col" className="end">
          {t("positions.value")}
        </th>
      </tr>
    </thead>
    <tbody>
      {tokens.map((token, index) => (
        // the same token can be in a group twice
        // oxlint-disable-next-line react/no-array-index-key
        <Line key={index} token={token} sign={side === "debt" ? -1 : 1} />
      ))}
    </tbody>
  </table>
);

function Line({ token, sign }: { readonly token: PortfolioToken; readonly sign: 1 | -1 }) {
  const { id, chain, optimized_symbol: symbol, amount, price, claimable_amount: claimable } = token;
  return (
    <tr>
      <th scope="row">
        <span className="position-token">
          <TokenLogo chain={chain} id={id} symbol={symbol} />
          <Link {...tokenPage(chain, id)}>
            <TokenSymbol symbol={symbol} />
          </Link>
          {token.is_collateral === false && <Badge>{t("positions.noCollateral")}</Badge>}
        </span>
      </th>
      <td className="end" title={String(sign * amount)}>
        {formatAmountText(sign * amount)}
        {claimable !== undefined && (
          <small className="quiet"> {t("positions.claimable", { amount: formatAmountText(claimable) })}</small>
        )}
      </td>
      <td className="end">
        <UsdValue value={sign * amount * price} isUnknown={price === 0} />
      </td>
    </tr>
  );
}
