import { formatValue } from "../../currency/formatValue.ts";
import { Button } from "@portico/ui";
import { plural } from "@portico/ui/browser";
import type { Permission } from "./permission.ts";

interface SelectionBarProps {
  readonly permissions: readonly Permission[];
  readonly clear: () => void;
  readonly revoke: () => void;
}

/** What is chosen to be revoked together; it stays at the bottom of the window. */
export function SelectionBar({ permissions, clear, revoke }: SelectionBarProps) {
  const exposure = permissions.reduce((sum, { exposureUsd }) => sum + exposureUsd, 0);
  return (
    <section className="card selection-bar" aria-label="Chosen permissions">
      <p role="status">
        {plural(permissions.length, "permission")} chosen
        {exposure > 0 && <span className="quiet"> · up to {formatValue(exposure)}</span>}
      </p>
      <div className="actions">
        <Button look="plain" onClick={clear}>
          Clear
        </Button>
        <Button look="danger main" onClick={revoke}>
          Revoke {permissions.length}
        </Button>
      </div>
    </section>
  );
}
