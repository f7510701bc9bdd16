import { formatValue } from "../../currency/formatValue.ts";
import { Button } from "@portico/ui";
import { focusHeading } from "../../parts/focusHeading.ts";
import type { Permission } from "./permission.ts";
import { t } from "../../languages/t.ts";

interface SelectionBarProps {
  readonly permissions: readonly Permission[];
  readonly clear: () => void;
  readonly revoke: () => void;
}

/** What is chosen to be revoked together; it stays at the bottom of the window. */
export function SelectionBar({ permissions, clear, revoke }: SelectionBarProps) {
  const exposure = permissions.reduce((sum, { exposureUsd }) => sum + exposureUsd, 0);
  return (
    <section className="card selection-bar" aria-label={t("approvals.chosenOnes")}>
      <p role="status">
        {t("approvals.chosen", { count: permissions.length })}
        {exposure > 0 && <span className="quiet"> · {t("approvals.upToValue", { value: formatValue(exposure) })}</span>}
      </p>
      <div className="actions">
        <Button
          look="plain"
          onClick={({ currentTarget }) => {
            focusHeading(currentTarget);
            clear();
          }}
        >
          {t("approvals.clear")}
        </Button>
        <Button look="danger main" onClick={revoke}>
          {t("approvals.revokeCount", { count: permissions.length })}
        </Button>
      </div>
    </section>
  );
}
