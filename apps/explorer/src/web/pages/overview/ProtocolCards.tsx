import type { UserSimpleProtocol } from "@portico/client";
import { Link } from "@tanstack/react-router";
import { ArrowRight } from "lucide-react";
import { Card } from "@portico/ui";
import { plainText } from "@portico/ui/browser";
import { useAnswer } from "../../api/explorerApi.ts";
import { Answered } from "../../parts/Answered.tsx";
import { ProtocolLogo } from "../../parts/ProtocolLogo.tsx";
import { UsdValue } from "../../parts/UsdValue.tsx";
import { useAddress } from "../../shell/useAddress.ts";
import { Message } from "../../languages/Message.tsx";
import { t } from "../../languages/t.ts";

const SHOWN = 12;

/** The protocols that hold the most of the address, each a card that leads to its positions. */
export function ProtocolCards() {
  const { address, chain } = useAddress();
  const query = useAnswer("/v1/user/all_simple_protocol_list", {
    params: { query: { id: address, ...(chain !== undefined && { chain_ids: [chain] }) } },
  });
  if (query.data !== undefined && query.data.data.length === 0) return null;
  return (
    <Card
      title={t("overview.protocolCards")}
      actions={
        <Link to="/address/$address/positions" params={{ address }} className="button small">
          {t("overview.allPositions")} <ArrowRight size={15} aria-hidden />
        </Link>
      }
    >
      <Answered query={query} label={t("overview.protocols")} isQuiet>
        {(protocols) => (
          <ul className="protocol-cards">
            {groupByName(protocols)
              .slice(0, SHOWN)
              .map((group) => (
                <ProtocolCard key={group.name} {...group} />
              ))}
          </ul>
        )}
      </Answered>
    </Card>
  );
}

interface ProtocolGroup {
  readonly name: string;
  /** The most valuable first. */
  readonly parts: readonly UserSimpleProtocol[];
  readonly netUsd: number;
  readonly debtUsd: number;
}

/** A protocol on several chains is one. */
function groupByName(protocols: readonly UserSimpleProtocol[]): ProtocolGroup[] {
  const groups = [...Map.groupBy(protocols, ({ name }) => name)].map(([name, parts]) => ({
    name,
    parts: parts.toSorted((a, b) => b.net_usd_value - a.net_usd_value),
    netUsd: parts.reduce((sum, part) => sum + part.net_usd_value, 0),
    debtUsd: parts.reduce((sum, part) => sum + part.debt_usd_value, 0),
  }));
  return groups.toSorted((a, b) => b.netUsd - a.netUsd);
}

function ProtocolCard({ name, parts, netUsd, debtUsd }: ProtocolGroup) {
  const { address } = useAddress();
  const [first] = parts;
  if (first === undefined) return null;
  return (
    <li>
      <Link to="/address/$address/positions" params={{ address }} hash={`project-${first.id}`}>
        <ProtocolLogo id={first.id} name={name} />
        <span>
          <bdi className="foreign">{plainText(name, 40)}</bdi>
          <strong>
            <UsdValue value={netUsd} />
          </strong>
          <small className="quiet">
            {t("overview.chainCount", { count: parts.length })}
            {debtUsd > 0 && (
              <>
                {" "}
                · <Message id="overview.debt" params={{ value: <UsdValue value={debtUsd} /> }} />
              </>
            )}
          </small>
        </span>
      </Link>
    </li>
  );
}
