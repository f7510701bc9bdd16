import { formatUsd } from "@portico/client";
import { Button, Timestamp } from "@portico/ui";
import { Monogram } from "../../parts/Monogram.tsx";
import { TokenLogo } from "../../parts/TokenLogo.tsx";
import type { Permission } from "./permission.ts";
import { formatLimit } from "./permissionText.ts";

interface PermissionRowProps {
  readonly permission: Permission;
  readonly revoke: () => void;
}

export function PermissionRow({ permission, revoke }: PermissionRowProps) {
  const { kind, chain, contract, name, exposureUsd, permit2, changedAt } = permission;
  return (
    <li className="permission">
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
          {permit2 !== null && "through Permit2 · "}
          {changedAt === null ? (
            "changed before the first indexed block"
          ) : (
            <>
              changed <Timestamp timeAt={changedAt} />
            </>
          )}
        </p>
      </div>
      <p className="permission-exposure number">
        {kind === "token" ? (exposureUsd > 0 ? formatUsd(exposureUsd) : "–") : ""}
      </p>
      <Button size="small" aria-label={`Revoke: ${name}`} onClick={revoke}>
        Revoke
      </Button>
    </li>
  );
}
