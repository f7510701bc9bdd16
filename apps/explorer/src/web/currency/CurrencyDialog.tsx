import { formatUsd, type CurrencyRate } from "@portico/client";
import { Dialog, Timestamp } from "@portico/ui";
import { useAnswer } from "../api/explorerApi.ts";
import { Answered } from "../parts/Answered.tsx";
import { ExplorerLink } from "../parts/ExplorerLink.tsx";
import { chooseCurrency, DOLLAR, showCurrency, useChosenCurrency } from "./shownCurrency.ts";
import { perLocale, uiLocale } from "@portico/ui/browser";
import { Message } from "../languages/Message.tsx";
import { t } from "../languages/t.ts";

/** The currencies whose rate is known, each with its source and age. */
export function CurrencyDialog({ close }: { readonly close: () => void }) {
  const query = useAnswer("/v1/currency/list", {});
  return (
    <Dialog title={t("parts.currency")} lead={t("parts.currencyHow")} close={close}>
      <Answered query={query} label={t("parts.rates")}>
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
          <strong>{DOLLAR}</strong> {t("parts.dollar")}
        </button>
      </li>
      {rates.map((rate) => (
        <li key={rate.id}>
          <button type="button" aria-pressed={chosen === rate.id} onClick={() => choose(rate)}>
            <strong>{rate.id}</strong> {nameCurrency(rate)}
          </button>
          <p className="quiet small">
            <RateSource rate={rate} />
          </p>
        </li>
      ))}
    </ul>
  );
}

const NAMES = perLocale((locale) => new Intl.DisplayNames(locale, { type: "currency", fallback: "none" }));

/** The service's own name in English, and where the language has none. */
const nameCurrency = ({ id, name }: CurrencyRate): string =>
  uiLocale() === "en" || !/^[A-Z]{3}$/.test(id) ? name : (NAMES().of(id) ?? name);

/** A rate, the feed that said it, and when. */
export const RateSource = ({ rate }: { readonly rate: CurrencyRate }) => (
  <Message
    id="parts.rate"
    params={{
      price: formatUsd(rate.usd_price, { locale: uiLocale() }),
      currency: rate.id,
      feed: rate.feed_name,
      site: <ExplorerLink chain={rate.chain} kind="address" id={rate.feed_id} isBare />,
      time: <Timestamp timeAt={rate.answered_at} />,
      block: rate.block,
    }}
  />
);
