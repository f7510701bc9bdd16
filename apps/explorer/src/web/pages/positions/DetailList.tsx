import { formatValue } from "../../currency/formatValue.ts";
import { Timestamp } from "@portico/ui";
import { plainText, perLocale } from "@portico/ui/browser";
import { formatAmountText } from "../../parts/formatAmountText.ts";
import type { Detail } from "./positionView.ts";

/** Texts longer than this take a line of their own. */
const LONG = 24;
const PERCENT = perLocale((locale) => new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 2 }));

const FIGURES = {
  usd: (value: number) => formatValue(value),
  percent: (value: number) => PERCENT().format(value),
  times: (value: number) => `${formatAmountText(value)}×`,
  amount: formatAmountText,
};

/** Details of a position other than tokens. */
export const DetailList = ({ details }: { readonly details: readonly Detail[] }) =>
  details.length > 0 && (
    <dl className="position-facts">
      {details.map((entry) => (
        <div key={entry.label} className={entry.kind === "text" && entry.value.length > LONG ? "wide" : undefined}>
          <dt>{entry.label}</dt>
          <dd>
            {entry.kind === "timestamp" ? (
              <Timestamp timeAt={entry.value} />
            ) : entry.kind === "text" ? (
              <bdi>{plainText(entry.value, 160)}</bdi>
            ) : (
              <span className="number">{FIGURES[entry.kind](entry.value)}</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
