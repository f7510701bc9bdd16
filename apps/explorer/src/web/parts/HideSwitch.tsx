import { formatValue } from "../currency/formatValue.ts";
import type { ReactNode } from "react";
import { formatCount } from "@portico/ui/browser";

interface HideSwitchProps {
  readonly label: string;
  /** Number of its items, hidden or not. */
  readonly count: number;
  /** Their total value, if known. */
  readonly usdValue?: number;
  readonly isOn: boolean;
  readonly change: (isOn: boolean) => void;
}

/** Hides what most users don't want to see, and shows how much that is; no switch if there is nothing to hide. */
export const HideSwitch = ({ label, count, usdValue, isOn, change }: HideSwitchProps) =>
  count > 0 && (
    <label className="list-switch">
      <input type="checkbox" role="switch" checked={isOn} onChange={({ target }) => change(target.checked)} />
      <span>
        {label}{" "}
        <span className="quiet number nowrap">
          {formatCount(count)}
          {usdValue !== undefined && usdValue > 0 && ` · ${formatValue(usdValue)}`}
        </span>
      </span>
    </label>
  );

/** Search and switches above a list. */
export const ListTools = ({ children }: { readonly children: ReactNode }) => (
  <div className="list-tools">{children}</div>
);
