import { formatUsd } from "@portico/client";
import { Moment } from "@portico/ui";
import { plainText } from "@portico/ui/browser";
import { amountWords } from "../../parts/amountWords.ts";
import type { Fact } from "./positionView.ts";

/** Texts longer than this take a line of their own. */
const LONG = 24;
const PERCENT = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 2 });

const FIGURES = {
  usd: (value: number) => formatUsd(value),
  percent: (value: number) => PERCENT.format(value),
  times: (value: number) => `${amountWords(value)}×`,
  amount: amountWords,
};

/** Details of a position other than tokens. */
export const FactList = ({ facts }: { readonly facts: readonly Fact[] }) =>
  facts.length > 0 && (
    <dl className="position-facts">
      {facts.map((fact) => (
        <div key={fact.label} className={fact.kind === "text" && fact.value.length > LONG ? "wide" : undefined}>
          <dt>{fact.label}</dt>
          <dd>
            {fact.kind === "moment" ? (
              <Moment timeAt={fact.value} />
            ) : fact.kind === "text" ? (
              <bdi>{plainText(fact.value, 160)}</bdi>
            ) : (
              <span className="number">{FIGURES[fact.kind](fact.value)}</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
