import type { TokenProfit } from "@portico/client";
import { Info } from "lucide-react";
import { useState } from "react";
import { Answered } from "../../parts/Answered.tsx";
import { ChainBadge } from "../../parts/ChainBadge.tsx";
import { formatAmountText } from "../../parts/formatAmountText.ts";
import { Source } from "../../parts/Source.tsx";
import { tokenPage } from "../../parts/subjectPaths.ts";
import { TokenLogo } from "../../parts/TokenLogo.tsx";
import { TokenSymbol } from "../../parts/TokenSymbol.tsx";
import { UsdValue } from "../../parts/UsdValue.tsx";
import { Link } from "@tanstack/react-router";
import { GainFigure } from "./GainFigure.tsx";
import { MethodSelect } from "./MethodSelect.tsx";
import { type CostMethod, gapOf, useProfits } from "./useProfits.ts";
import { t } from "../../languages/t.ts";

const MAX = 200;
const COLUMNS = ["token", "held", "value", "cost", "unrealized", "realized"] as const;

/** Profit and loss of the tokens that are and were held. */
export function ProfitTable() {
  const [method, setMethod] = useState<CostMethod>("average");
  const query = useProfits(method);
  return (
    <>
      <p className="list-sum">
        <MethodSelect method={method} change={setMethod} />{" "}
        {query.data && <Source label={t("tokens.profit")} meta={query.data.meta} how={<How />} />}
      </p>
      <Answered query={query} label={t("tokens.profit")}>
        {(profits) => <Rows profits={profits.slice(0, MAX)} />}
      </Answered>
    </>
  );
}

const Rows = ({ profits }: { readonly profits: readonly TokenProfit[] }) => (
  <div className="table-frame profit-list" role="region" aria-label={t("tokens.profitTable")} tabIndex={0}>
    <table>
      <caption className="unseen">{t("tokens.profitCaption")}</caption>
      <thead>
        <tr>
          {COLUMNS.map((name, nth) => (
            <th key={name} scope="col" className={nth === 0 ? "" : "end"}>
              {t(`tokens.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {profits.map((profit) => (
          <Row key={`${profit.chain} ${profit.id}`} profit={profit} />
        ))}
      </tbody>
    </table>
  </div>
);

function Row({ profit }: { readonly profit: TokenProfit }) {
  const { id, chain, optimized_symbol: symbol, price, cost_usd_value: cost } = profit;
  const gap = gapOf(profit);
  return (
    <tr>
      <th scope="row">
        <span className="profit-token">
          <TokenLogo chain={chain} id={id} symbol={symbol} isOnChain />
          <Link {...tokenPage(chain, id)}>
            <TokenSymbol symbol={symbol} />
          </Link>
          <ChainBadge chain={chain} />
          {gap !== undefined && (
            <span title={gap}>
              <Info size={14} aria-hidden /> <span className="unseen">{gap}</span>
            </span>
          )}
        </span>
      </th>
      <td className="end number" data-name={t("tokens.held")}>
        {formatAmountText(profit.amount)}
      </td>
      <td className="end" data-name={t("tokens.value")}>
        <UsdValue value={profit.usd_value} isUnknown={price === 0} />
      </td>
      <td className="end" data-name={t("tokens.cost")}>
        <UsdValue value={cost ?? 0} isUnknown={cost === null} />
      </td>
      <td className="end" data-name={t("tokens.unrealized")}>
        <GainFigure usdValue={profit.unrealized_usd_value} />
      </td>
      <td className="end" data-name={t("tokens.realized")}>
        <GainFigure usdValue={profit.realized_usd_value} />
      </td>
    </tr>
  );
}

const How = () => (
  <>
    <p>{t("tokens.profitHow")}</p>
    <p>{t("tokens.profitLimits")}</p>
  </>
);
