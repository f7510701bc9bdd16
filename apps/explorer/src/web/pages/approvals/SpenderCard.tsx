import { formatValue } from "../../currency/formatValue.ts";
import { ChainBadge } from "../../parts/ChainBadge.tsx";
import { Monogram } from "../../parts/Monogram.tsx";
import { ProtocolLogo } from "../../parts/ProtocolLogo.tsx";
import type { SpenderGroup } from "./groupBySpender.ts";
import { LevelBadge } from "./LevelBadge.tsx";
import type { Permission } from "./permission.ts";
import { PermissionList } from "./PermissionList.tsx";
import { SpenderName } from "./SpenderName.tsx";
import { t } from "../../languages/t.ts";

interface SpenderCardProps {
  readonly group: SpenderGroup;
  readonly revoke: (permission: Permission) => void;
}

/** A spender: what it is, what it could take, and how to revoke each permission. */
export function SpenderCard({ group, revoke }: SpenderCardProps) {
  const { id, chain, name, protocolId, exposureUsd, permissions, judgement } = group;
  const [reason, ...reasons] = judgement.reasons;
  const isNothing = permissions.every(({ balance }) => balance === 0);
  return (
    <li className="card spender">
      <header>
        {protocolId === "" ? (
          <Monogram name="?" id={id} shape="square" />
        ) : (
          <ProtocolLogo id={protocolId} name={name} />
        )}
        <div className="spender-head">
          <h3>
            <SpenderName group={group} />
          </h3>
          <p className="spender-facts">
            <LevelBadge level={judgement.level} />
            <ChainBadge chain={chain} />
          </p>
        </div>
        <p className="spender-exposure">
          <span className="number">{exposureUsd > 0 || isNothing ? formatValue(exposureUsd) : "–"}</span>
          <small className="quiet">
            {t(exposureUsd > 0 || isNothing ? "approvals.couldBeTaken" : "parts.withoutPrice")}
          </small>
        </p>
      </header>
      <p className="spender-reason">
        {reason} {reasons.length > 0 && <span className="quiet">{reasons.join(" ")}</span>}
      </p>
      <PermissionList permissions={permissions} revoke={revoke} />
    </li>
  );
}
