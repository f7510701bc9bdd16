import { formatValue } from "../../currency/formatValue.ts";
import { Note } from "@portico/ui";
import { ChainBadge } from "../../parts/ChainBadge.tsx";
import type { SpenderGroup } from "./groupBySpender.ts";
import { LevelBadge } from "./LevelBadge.tsx";
import type { Permission } from "./permission.ts";
import { PermissionList } from "./PermissionList.tsx";
import { permissionList } from "./permissionText.ts";
import { SpenderName } from "./SpenderName.tsx";

interface RevokeFirstProps {
  readonly groups: readonly SpenderGroup[];
  readonly revoke: (permission: Permission) => void;
}

/** What to revoke first, and why. */
export function RevokeFirst({ groups, revoke }: RevokeFirstProps) {
  if (groups.length === 0)
    return (
      <Note tone="good" title="Nothing to revoke first">
        <p>All spenders are contracts of known protocols. You can still revoke permissions that you no longer use.</p>
      </Note>
    );
  return (
    <section className="card revoke-first" aria-labelledby="revoke-first">
      <h3 id="revoke-first">Revoke first</h3>
      <ol>
        {groups.map((group) => (
          <li key={group.key}>
            <p>
              <SpenderName group={group} />
              <LevelBadge level={group.judgement.level} />
              <ChainBadge chain={group.chain} />
            </p>
            <p className="small">
              May move <bdi>{permissionList(group.permissions)}</bdi>
              {group.exposureUsd > 0 && `; ${formatValue(group.exposureUsd)} could be taken now`}.{" "}
              <span className="quiet">{group.judgement.reasons[0]}</span>
            </p>
            <details>
              <summary>How to revoke</summary>
              <PermissionList permissions={group.permissions} revoke={revoke} />
            </details>
          </li>
        ))}
      </ol>
    </section>
  );
}
