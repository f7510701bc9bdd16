import type { Token } from "@portico/client";
import { Card } from "@portico/ui";
import { formatCount } from "@portico/ui/browser";
import { Link } from "@tanstack/react-router";
import { t } from "../../languages/t.ts";
import { useAnswer } from "../../api/explorerApi.ts";
import { DetailRow } from "../../parts/DetailRow.tsx";
import { protocolPage } from "../../parts/subjectPaths.ts";
import { UsdValue } from "../../parts/UsdValue.tsx";
import { nameType } from "../positions/nameType.ts";

/** The pool that a token stands for, if it is the receipt of one. */
export function TokenPool({ token: { chain, id, protocol_id: protocol } }: { readonly token: Token }) {
  const { data } = useAnswer("/v1/pool", { params: { query: { chain_id: chain, id } } }, { isOff: protocol === "" });
  if (data === undefined) return null;
  const { name, stats } = data.data;
  return (
    <Card title={t("token.pool")}>
      <dl className="facts">
        <DetailRow name={t("token.kind")}>{nameType(name)}</DetailRow>
        <DetailRow name={t("token.in")}>
          <Link {...protocolPage(data.data.protocol_id)}>{data.data.protocol_id}</Link>
        </DetailRow>
        <DetailRow name={t("token.deposited")}>
          <UsdValue value={stats.deposit_usd_value} isCompact isUnknown={stats.deposit_usd_value === 0} />
        </DetailRow>
        <DetailRow name={t("token.depositors")}>
          {stats.deposit_user_count === null ? t("parts.notKnown") : formatCount(stats.deposit_user_count)}
        </DetailRow>
      </dl>
    </Card>
  );
}
