import { formatValue } from "../../currency/formatValue.ts";
import { Button, Timestamp } from "@portico/ui";
import { Monogram } from "../../parts/Monogram.tsx";
import { TokenLogo } from "../../parts/TokenLogo.tsx";
import type { Permission } from "./permission.ts";
import { describeToken, formatLimit } from "./permissionText.ts";
import { revokeCall } from "./revokeCall.ts";
import { useSelection } from "./selection.ts";
import { Message } from "../../languages/Message.tsx";
import { t } from "../../languages/t.ts";

interface PermissionRowProps {
  readonly permission: Permission;
  readonly revoke: () => void;
}

export function PermissionRow({ permission, revoke }: PermissionRowProps) {
  const { kind, chain, contract, name, exposureUsd, permit2, expiresAt, changedAt } = permission;
  const selection = useSelection();
  return (
    <li className="permission">
      <input
        type="checkbox"
        className="permission-choice"
        aria-label={t("approvals.choose", { token: describeToken(permission) })}
        checked={selection.has(permission)}
        disabled={revokeCall(permission) === undefined}
        onChange={() => selection.toggle(permission)}
      />
      {kind === "token" ? (
        <TokenLogo chain={chain} id={contract} symbol={name} />
      ) : (
        <Monogram name={name} id={contract} shape="square" />
      )}
      <div>
        <p>
          <bdi className="foreign wide permission-name">{name}</bdi>{" "}
          <span className={permission.value === "unlimited" ? "limit open" : "limit"}>{formatLimit(permission)}</span>
        </p>
        <p className="quiet small">
          {permit2 !== null && `${t("approvals.throughPermit2")} · `}
          {expiresAt !== null && (
            <>
              <Message id="approvals.ends" params={{ time: <Timestamp timeAt={expiresAt} /> }} /> ·{" "}
            </>
          )}
          {changedAt === null ? (
            t("approvals.changedBefore")
          ) : (
            <Message id="approvals.changed" params={{ time: <Timestamp timeAt={changedAt} /> }} />
          )}
        </p>
      </div>
      <p className="permission-exposure number">
        {kind === "token" ? (exposureUsd > 0 ? formatValue(exposureUsd) : "–") : ""}
      </p>
      <Button size="small" aria-label={t("approvals.revokeName", { name })} onClick={revoke}>
        {t("approvals.revoke")}
      </Button>
    </li>
  );
}
