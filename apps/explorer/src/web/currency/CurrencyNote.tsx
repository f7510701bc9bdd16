import { useEffect } from "react";
import { useAnswer } from "../api/explorerApi.ts";
import { RateSource } from "./CurrencyDialog.tsx";
import { showCurrency, useShownCurrency } from "./shownCurrency.ts";
import { Message } from "../languages/Message.tsx";
import { t } from "../languages/t.ts";

/** Shows values in the chosen currency, and what its rate is; in US dollars while it has none. */
export function CurrencyNote({ chosen }: { readonly chosen: string }) {
  const { data, error } = useAnswer("/v1/currency/list", {});
  const shown = useShownCurrency();
  const rate = data?.data.find(({ id }) => id === chosen);
  useEffect(() => {
    // the rate stays while the page does, so that all of its figures have the same
    if (rate !== undefined && shown?.id !== rate.id) showCurrency({ id: rate.id, usdPrice: rate.usd_price });
  }, [rate, shown]);
  if (rate !== undefined)
    return (
      <p className="currency-note">
        <Message id="parts.valuesIn" params={{ currency: rate.id, rate: <RateSource rate={rate} /> }} />
      </p>
    );
  if (data === undefined && error === null) return null;
  return <p className="currency-note">{t("parts.noRate", { currency: chosen })}</p>;
}
