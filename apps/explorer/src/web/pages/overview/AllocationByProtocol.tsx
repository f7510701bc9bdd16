import { Link } from "@tanstack/react-router";
import { Wallet } from "lucide-react";
import { Card, EmptyState } from "@portico/ui";
import { Answered } from "../../parts/Answered.tsx";
import { ProtocolLogo } from "../../parts/ProtocolLogo.tsx";
import { Source } from "../../parts/Source.tsx";
import { useAddress } from "../../shell/useAddress.ts";
import { AllocationFigure } from "./AllocationFigure.tsx";
import { REST, type Share, sharesOf } from "./shares.ts";
import { useProtocolParts, WALLET } from "./useProtocolParts.ts";
import { t } from "../../languages/t.ts";

/** The value by protocol, and what is in none. */
export function AllocationByProtocol() {
  const query = useProtocolParts();
  return (
    <Card
      title={t("overview.byProtocol")}
      actions={
        query.data && (
          <Source
            label={t("overview.allocationByProtocol")}
            meta={query.data.meta}
            how={<p>{t("overview.byProtocolHow")}</p>}
          />
        )
      }
    >
      <Answered query={query} label={t("overview.protocols")}>
        {(parts) => {
          const shares = sharesOf(parts);
          return shares.length === 0 ? (
            <EmptyState icon={Wallet} title={t("overview.nothingYet")} text={t("overview.nothingYetText")} />
          ) : (
            <AllocationFigure
              caption={t("overview.netWorthByProtocol")}
              shares={shares}
              name={(share) => <PartName {...share} />}
            />
          );
        }}
      </Answered>
    </Card>
  );
}

function PartName({ id, name }: Pick<Share, "id" | "name">) {
  const { address } = useAddress();
  if (id === REST) return <>{name}</>;
  if (id === WALLET)
    return (
      <Link to="/address/$address/tokens" params={{ address }}>
        <span className="wallet-mark">
          <Wallet size={13} aria-hidden />
        </span>{" "}
        {t("overview.wallet")}
      </Link>
    );
  return (
    <Link to="/address/$address/positions" params={{ address }}>
      <ProtocolLogo id={id} name={name} /> <bdi className="foreign">{name}</bdi>
    </Link>
  );
}
