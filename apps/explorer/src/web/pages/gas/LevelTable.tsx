import type { Chain, GasPrice, Token } from "@portico/client";
import { t } from "../../languages/t.ts";
import { formatValue } from "../../currency/formatValue.ts";
import { formatAmountText } from "../../parts/formatAmountText.ts";
import { formatCost, gasCost, formatGwei, SWAP_GAS, TRANSFER_GAS, formatWait } from "./gasCost.ts";

interface LevelTableProps {
  readonly chain: Chain;
  readonly levels: readonly GasPrice[];
  /** The chain's native coin; undefined until it is loaded. */
  readonly token: Pick<Token, "price" | "optimized_symbol"> | undefined;
}

const NAMES = { slow: "gas.slow", normal: "gas.normal", fast: "gas.fast", custom: "gas.custom" } as const;

/** The cost at each speed. */
export function LevelTable({ chain, levels, token }: LevelTableProps) {
  const symbol = chain.symbol ?? token?.optimized_symbol ?? "";
  const baseFee = levels.find(({ base_fee }) => typeof base_fee === "number")?.base_fee;
  const cost = (level: GasPrice, gas: number) => (
    <Cost coins={gasCost(level, gas)} price={token?.price ?? 0} symbol={symbol} />
  );
  return (
    <>
      <div className="table-frame" role="region" aria-label={t("gas.pricesOn", { chain: chain.name })} tabIndex={0}>
        <table>
          <caption className="unseen">{t("gas.pricesOn", { chain: chain.name })}</caption>
          <thead>
            <tr>
              <th scope="col">{t("gas.speed")}</th>
              <th scope="col" className="end">
                {t("gas.gwei")}
              </th>
              <th scope="col" className="end">
                {t("gas.wait")}
              </th>
              <th scope="col" className="end">
                {t("gas.transfer")}
              </th>
              <th scope="col" className="end">
                {t("gas.swap")}
              </th>
            </tr>
          </thead>
          <tbody>
            {levels.map((level) => (
              <tr key={level.level}>
                <th scope="row">{t(NAMES[level.level])}</th>
                <td className="end">{formatGwei(level.price)}</td>
                <td className="end">{formatWait(level.estimated_seconds)}</td>
                <td className="end">{cost(level, TRANSFER_GAS)}</td>
                <td className="end">{cost(level, SWAP_GAS)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="quiet small gas-base">
        {typeof baseFee === "number" ? t("gas.baseFee", { price: formatGwei(baseFee) }) : t("gas.noBaseFee")}
        {levels.some(({ l1_data_fee }) => typeof l1_data_fee === "number") && ` · ${t("gas.l1Included")}`}
      </p>
    </>
  );
}

/** In dollars, with the exact cost as a tooltip; in coins if no price is known. */
function Cost({ coins, price, symbol }: { readonly coins: number; readonly price: number; readonly symbol: string }) {
  const words = `${formatAmountText(coins)} ${symbol}`;
  if (price === 0) return words;
  const usd = coins * price;
  return <span title={`${formatValue(usd)}, ${words}`}>{formatCost(usd)}</span>;
}
