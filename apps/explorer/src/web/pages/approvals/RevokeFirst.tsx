import { formatValue } from "../../currency/formatValue.ts";
import { Note } from "@portico/ui";
import { ChainBadge } from "../../parts/ChainBadge.tsx";
import type { SpenderGroup } from "./groupBySpender.ts";
import { LevelBadge } from "./LevelBadge.tsx";
import type { Permission } from "./permission.ts";
import { PermissionList } from "./PermissionList.tsx";
import { permissionList } from "./permissionText.ts";
import { SpenderName } from "./SpenderName.tsx";
import { Message } from "../../languages/Message.tsx";
import { t } from "../../languages/t.ts";

interface RevokeFirstProps {
  readonly groups: readonly SpenderGroup[];
  readonly revoke: (permission: Permission) => void;
}

/** What to revoke first, and why. */
export function RevokeFirst({ groups, revoke }: RevokeFirstProps) {
  if (groups.length === 0)
    return (
      <Note tone="good" title={t("approvals.nothingFirst")}>
        <p>{t("approvals.nothingFirstText")}</p>
      </Note>
    );
  return (
    <section className="card revoke-first" aria-labelledby="revoke-first">
      <h3 id="revoke-first">{t("approvals.revokeFirst")}</h3>
      <ol>
        {groups.map((group) => (
          <li key={group.key}>
            <p>
              <SpenderName group={group} />
              <LevelBadge level={group.judgement.level} />
              <ChainBadge chain={group.chain} />
            </p>
            <p className="small">
              <MayMove group={group} />
            </p>
            <details>
              <summary>{t("approvals.howToRevoke")}</summary>
              <PermissionList permissions={group.permissions} revoke={revoke} />
            </details>
          </li>
        ))}
      </ol>
    </section>
  );
}

function MayMove({ group: { permissions, exposureUsd, judgement } }: { readonly group: SpenderGroup }) {
  const params = { tokens: <bdi>{permissionList(permissions)}</bdi>, reason: judgement.reasons[0] ?? "" };
  const tags = { reason: <span className="quiet" /> };
  if (exposureUsd <= 0) return <Message id="approvals.mayMove" params={params} tags={tags} />;
  return <Message id="approvals.mayMoveWorth" params={{ ...params, value: formatValue(exposureUsd) }} tags={tags} />;
}
