import type { CostMethod } from "./useProfits.ts";

interface MethodSelectProps {
  readonly method: CostMethod;
  readonly change: (method: CostMethod) => void;
}

/** How the cost of what left is found. */
export const MethodSelect = ({ method, change }: MethodSelectProps) => (
  <select
    aria-label="Cost method"
    value={method}
    onChange={({ target }) => change(target.value === "fifo" ? "fifo" : "average")}
  >
    <option value="average">Average cost</option>
    <option value="fifo">First in, first out</option>
  </select>
);
