import type { UserToken } from "@portico/client";
import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { ChangeFigure } from "../../parts/ChangeFigure.tsx";
import { formatAmountText } from "../../parts/formatAmountText.ts";
import { formatShare } from "../../parts/formatShare.ts";
import { TokenLogo } from "../../parts/TokenLogo.tsx";
import { TokenSymbol } from "../../parts/TokenSymbol.tsx";
import { UsdValue } from "../../parts/UsdValue.tsx";
import type { TokenGroup } from "./groupByCoin.ts";
import { TokenRow } from "./TokenRow.tsx";
import { t } from "../../languages/t.ts";

interface CoinRowsProps {
  readonly group: TokenGroup;
  /** The total for shares, in USD. */
  readonly total: number;
  readonly open: (token: UserToken) => void;
}

/** A coin in one row that opens into its tokens. */
export function CoinRows({ group: { token, parts }, total, open }: CoinRowsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { usd_value: usdValue = 0, price } = token;
  const chains = new Set(parts.map(({ chain }) => chain)).size;
  const share = usdValue <= 0 || total <= 0 ? undefined : formatShare(usdValue / total);
  return (
    <>
      <tr className="coin-row">
        <th scope="row" className="token-list-token">
          <div>
            <TokenLogo chain={token.chain} id={token.id} symbol={token.optimized_symbol} />
            <span className="token-list-names">
              <button
                type="button"
                className="token-list-open"
                aria-expanded={isOpen}
                onClick={() => setIsOpen(!isOpen)}
              >
                <TokenSymbol symbol={token.optimized_symbol} />
              </button>
              <ChevronRight size={15} className={isOpen ? "turned" : ""} aria-hidden />
              <span className="foreign quiet small">{t("tokens.count", { count: parts.length })}</span>
            </span>
          </div>
        </th>
        <td className="token-list-chain">{t("tokens.chainCount", { count: chains })}</td>
        <td className={`end token-list-price ${price === 0 ? "unknown" : ""}`} data-name={t("tokens.at")}>
          <UsdValue value={price} isUnknown={price === 0} />
        </td>
        <td className="end token-list-change">
          <ChangeFigure fraction={token.price_24h_change} />
        </td>
        <td className="end token-list-amount number">{formatAmountText(token.amount)}</td>
        <td className="end token-list-value">
          <UsdValue value={usdValue} isUnknown={parts.every((part) => part.price === 0)} />
        </td>
        <td className={`end token-list-share ${share === undefined ? "unknown" : ""}`}>{share ?? "–"}</td>
      </tr>
      {isOpen &&
        parts.map((part) => (
          <TokenRow key={`${part.chain} ${part.id}`} token={part} total={total} open={open} isPart />
        ))}
    </>
  );
}
