import type { Token } from "@portico/client";
import { formatValue } from "../../currency/formatValue.ts";
import { useState } from "react";
import { DetailRow } from "../../parts/DetailRow.tsx";
import { GainFigure } from "./GainFigure.tsx";
import { MethodSelect } from "./MethodSelect.tsx";
import { type CostMethod, gapOf, useProfits } from "./useProfits.ts";
import { t } from "../../languages/t.ts";

/** What a token cost the address, and gained. */
export function ProfitFacts({ token: { chain, id } }: { readonly token: Pick<Token, "chain" | "id"> }) {
  const [method, setMethod] = useState<CostMethod>("average");
  const { data: answer } = useProfits(method);
  const profit = answer?.data.find((one) => one.chain === chain && one.id === id);
  if (profit === undefined) return null;
  const gap = gapOf(profit);
  return (
    <>
      <DetailRow name={t("tokens.cost")}>
        {profit.cost_usd_value === null ? t("parts.notKnown") : formatValue(profit.cost_usd_value)}{" "}
        <MethodSelect method={method} change={setMethod} />
      </DetailRow>
      <DetailRow name={t("tokens.unrealizedGain")}>
        <GainFigure usdValue={profit.unrealized_usd_value} />
      </DetailRow>
      <DetailRow name={t("tokens.realizedGain")}>
        <GainFigure usdValue={profit.realized_usd_value} />
        {gap !== undefined && <span className="quiet small"> {gap}</span>}
      </DetailRow>
    </>
  );
}
