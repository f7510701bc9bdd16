import type { Protocol } from "@portico/client";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { plainText } from "@portico/ui/browser";
import { t } from "../../languages/t.ts";
import { ChainBadge } from "../../parts/ChainBadge.tsx";
import { ProtocolLogo } from "../../parts/ProtocolLogo.tsx";
import { safeSite } from "../../parts/safeSite.ts";
import { ShowMore } from "../../parts/ShowMore.tsx";
import { SiteLink } from "../../parts/SiteLink.tsx";
import { protocolPage } from "../../parts/subjectPaths.ts";
import { UsdValue } from "../../parts/UsdValue.tsx";
import "../../style/protocols.css";

const STEP = 50;

/** Protocols in the given order: the first ones, the rest on demand. */
export function ProtocolTable({ protocols }: { readonly protocols: readonly Protocol[] }) {
  const [count, setCount] = useState(STEP);
  return (
    <>
      <ul className="protocol-list">
        {protocols.slice(0, count).map((protocol) => (
          <ProtocolRow key={protocol.id} protocol={protocol} />
        ))}
      </ul>
      <ShowMore
        shown={Math.min(count, protocols.length)}
        total={protocols.length}
        step={STEP}
        things={t("overview.protocols")}
        show={setCount}
      />
    </>
  );
}

function ProtocolRow({ protocol: { id, name, chain, tvl, ...protocol } }: { readonly protocol: Protocol }) {
  const text = plainText(name, 60);
  const site = safeSite(protocol.site_url);
  return (
    <li>
      <ProtocolLogo id={id} name={text} />
      <div>
        <h2>
          <Link {...protocolPage(id)}>
            <bdi className="foreign">{text}</bdi>
          </Link>
        </h2>
        <p className="quiet small">
          <ChainBadge chain={chain} />
          {site !== undefined && <SiteLink site={site} />}
        </p>
      </div>
      <p className="protocol-facts">
        <UsdValue value={tvl} isCompact isUnknown={tvl === 0} />
        <small className="quiet">
          {protocol.has_supported_portfolio ? t("protocols.deposited") : t("protocols.notRead")}
        </small>
      </p>
    </li>
  );
}
