import { formatAmount } from "@portico/client";
import { amountWords } from "./amountWords.ts";
import { TokenSymbol } from "./TokenSymbol.tsx";

interface TokenAmountProps {
  /** Base units. */
  readonly rawAmount: bigint;
  readonly decimals: number;
  readonly symbol?: string;
}

const DIGITS = 4;
/** Outside this range the digits would fill the page. */
const [LEAST, MOST] = [1e-9, 1e12];

/** An amount cut to a few digits, with all of them as a tooltip. */
export function TokenAmount({ rawAmount, decimals, symbol }: TokenAmountProps) {
  const places = Math.min(255, Math.max(0, Math.trunc(decimals)));
  const amount = Number(formatAmount(rawAmount, places));
  const isOdd = rawAmount !== 0n && (Math.abs(amount) < LEAST || Math.abs(amount) >= MOST);
  return (
    <span className="token-amount" title={formatAmount(rawAmount, places, { locale: "en" })}>
      <span className="number">
        {isOdd ? amountWords(amount) : formatAmount(rawAmount, places, { digits: DIGITS, locale: "en" })}
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
