import type { CostMethod } from "./useProfits.ts";
import { t } from "../../languages/t.ts";

interface MethodSelectProps {
  readonly method: CostMethod;
  readonly change: (method: CostMethod) => void;
}

/** How the cost of what left is found. */
export const MethodSelect = ({ method, change }: MethodSelectProps) => (
  <select
    aria-label={t("tokens.costMethod")}
    value={method}
    onChange={({ target }) => change(target.value === "fifo" ? "fifo" : "average")}
  >
    <option value="average">{t("tokens.averageCost")}</option>
    <option value="fifo">{t("tokens.firstIn")}</option>
  </select>
);
