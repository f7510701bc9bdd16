import { formatAmount } from "@portico/client";
import { formatAmountText } from "./formatAmountText.ts";
import { TokenSymbol } from "./TokenSymbol.tsx";
import { uiLocale } from "@portico/ui/browser";

interface TokenAmountProps {
  /** Base units. */
  readonly rawAmount: bigint;
  readonly decimals: number;
  readonly symbol?: string;
}

const DIGITS = 4;
/** Outside this range the digits would fill the page. */
const [MIN, MAX] = [1e-9, 1e12];

/** An amount cut to a few digits, with all of them as a tooltip. */
export function TokenAmount({ rawAmount, decimals, symbol }: TokenAmountProps) {
  const fractionDigits = Math.min(255, Math.max(0, Math.trunc(decimals)));
  const amount = Number(formatAmount(rawAmount, fractionDigits));
  const isExtreme = rawAmount !== 0n && (Math.abs(amount) < MIN || Math.abs(amount) >= MAX);
  return (
    <span className="token-amount" dir="ltr" title={formatAmount(rawAmount, fractionDigits, { locale: uiLocale() })}>
      <span className="number">
        {isExtreme
          ? formatAmountText(amount)
          : formatAmount(rawAmount, fractionDigits, { digits: DIGITS, locale: uiLocale() })}
      </span>
      {symbol !== undefined && (
        <>
          {" "}
          <TokenSymbol symbol={symbol} />
        </>
      )}
    </span>
  );
}
