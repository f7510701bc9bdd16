import type { TokenProfit } from "@portico/client";
import { useAnswer } from "../../api/explorerApi.ts";
import { useAddress } from "../../shell/useAddress.ts";
import { t } from "../../languages/t.ts";

export type CostMethod = "average" | "fifo";

/** What the tokens of the address cost and gained; nothing is read on pages that are not about one. */
export function useProfits(method: CostMethod) {
  const { address, chain } = useAddress();
  return useAnswer(
    "/v1/user/profit_list",
    { params: { query: { id: address, method, ...(chain !== undefined && { chain_ids: [chain] }) } } },
    { isOff: address === "" },
  );
}

/** Why figures of a token are unknown or not all, in words; undefined if they are complete. */
export function gapOf(profit: TokenProfit): string | undefined {
  const { unpriced_amount: held, unpriced_sold_amount: sold, known_since: since } = profit;
  if (held > 0 && sold > 0) return t("tokens.gapBoth");
  if (held > 0) return t("tokens.gapHeld");
  if (sold > 0) return t("tokens.gapSold");
  return since === null ? undefined : t("tokens.gapEarly");
}
