import { formatUsd, type CurrencyRate } from "@portico/client";
import { Dialog, Timestamp } from "@portico/ui";
import { useAnswer } from "../api/explorerApi.ts";
import { Answered } from "../parts/Answered.tsx";
import { ExplorerLink } from "../parts/ExplorerLink.tsx";
import { chooseCurrency, DOLLAR, showCurrency, useChosenCurrency } from "./shownCurrency.ts";

/** The currencies whose rate is known, each with its source and age. */
export function CurrencyDialog({ close }: { readonly close: () => void }) {
  const query = useAnswer("/v1/currency/list", {});
  return (
    <Dialog title="Currency" lead="Values are US dollars, shown at the rate of a feed on chain." close={close}>
      <Answered query={query} label="exchange rates">
        {(rates) => <Choices rates={rates} close={close} />}
      </Answered>
    </Dialog>
  );
}

function Choices({ rates, close }: { readonly rates: readonly CurrencyRate[]; readonly close: () => void }) {
  const chosen = useChosenCurrency();
  const choose = (rate: CurrencyRate | undefined): void => {
    chooseCurrency(rate?.id ?? DOLLAR);
    showCurrency(rate && { id: rate.id, usdPrice: rate.usd_price });
    close();
  };
  return (
    <ul className="currency-list">
      <li>
        <button type="button" aria-pressed={chosen === DOLLAR} onClick={() => choose(undefined)}>
          <strong>USD</strong> US dollar
        </button>
      </li>
      {rates.map((rate) => (
        <li key={rate.id}>
          <button type="button" aria-pressed={chosen === rate.id} onClick={() => choose(rate)}>
            <strong>{rate.id}</strong> {rate.name}
          </button>
          <p className="quiet small">
            <RateSource rate={rate} />
          </p>
        </li>
      ))}
    </ul>
  );
}

/** A rate, the feed that said it, and when. */
export const RateSource = ({ rate }: { readonly rate: CurrencyRate }) => (
  <>
    {formatUsd(rate.usd_price)} for 1 {rate.id}, by the feed {rate.feed_name}{" "}
    <ExplorerLink chain={rate.chain} kind="address" id={rate.feed_id} isBare /> <Timestamp timeAt={rate.answered_at} />,
    read at block {rate.block.toLocaleString("en")}
  </>
);
