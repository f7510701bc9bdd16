import type { Protocol } from "@portico/client";
import { useParams } from "@tanstack/react-router";
import { plainText } from "@portico/ui/browser";
import { Badge } from "@portico/ui";
import { t } from "../languages/t.ts";
import { codeOf, useAnswer } from "../api/explorerApi.ts";
import { Answered } from "../parts/Answered.tsx";
import { ChainBadge } from "../parts/ChainBadge.tsx";
import { ProtocolLogo } from "../parts/ProtocolLogo.tsx";
import { safeSite } from "../parts/safeSite.ts";
import { SiteLink } from "../parts/SiteLink.tsx";
import { Skeleton } from "../parts/Skeleton.tsx";
import { Source } from "../parts/Source.tsx";
import { UsdValue } from "../parts/UsdValue.tsx";
import { useRecent } from "../shell/recentSubjects.ts";
import { ProtocolChains } from "./protocol/ProtocolChains.tsx";
import { ProtocolDepositors } from "./protocol/ProtocolDepositors.tsx";
import { ProtocolPools } from "./protocol/ProtocolPools.tsx";
import { MissingSubject } from "./subject/MissingSubject.tsx";
import { SubjectHead } from "./subject/SubjectHead.tsx";

const UNKNOWN = new Set(["protocol_not_found", "invalid_chain", "invalid_params"]);

/** A protocol on its chain: what is deposited in it, where, and by whom. */
export function ProtocolPage() {
  const { id: given = "" } = useParams({ strict: false });
  const id = given.toLowerCase();
  const query = useAnswer("/v1/protocol", { params: { query: { id } } });
  if (query.error !== null && UNKNOWN.has(codeOf(query.error))) {
    return <MissingSubject title={t("protocol.noSuch")} text={t("protocol.noSuchText")} />;
  }
  return (
    <Answered
      query={query}
      label={t("protocol.loading")}
      skeleton={<Skeleton label={t("protocol.loading")} look="cards" rows={4} />}
    >
      {(protocol, meta) => (
        <>
          <Head protocol={protocol} meta={meta} />
          <div className="subject-body">
            <div className="subject-column">
              <ProtocolPools protocol={protocol} />
              <ProtocolDepositors protocol={protocol} />
            </div>
            <div className="subject-column subject-aside">
              <ProtocolChains protocol={protocol} />
            </div>
          </div>
        </>
      )}
    </Answered>
  );
}

interface HeadProps {
  readonly protocol: Protocol;
  readonly meta: Parameters<typeof Source>[0]["meta"];
}

function Head({ protocol: { id, chain, name, tvl, ...protocol }, meta }: HeadProps) {
  const title = plainText(name, 60) || id;
  const site = safeSite(protocol.site_url);
  useRecent({ kind: "protocol", path: `/protocol/${id}`, label: title });
  return (
    <SubjectHead
      title={title}
      tab={title}
      picture={<ProtocolLogo id={id} name={title} />}
      marks={<ChainBadge chain={chain} />}
      lead={
        <>
          {site !== undefined && <SiteLink site={site} />}
          {!protocol.has_supported_portfolio && <Badge>{t("protocol.notRead")}</Badge>}
        </>
      }
      figure={
        <>
          <p className="label">
            {t("protocol.deposited")}{" "}
            <Source
              label={t("protocol.theDeposits")}
              meta={meta}
              chain={chain}
              how={<p>{t("protocol.depositsHow")}</p>}
            />
          </p>
          <p className="value">{tvl === 0 ? t("parts.notKnown") : <UsdValue value={tvl} isCompact />}</p>
        </>
      }
    />
  );
}
