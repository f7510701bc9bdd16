import { Fuel } from "lucide-react";
import { EmptyState } from "@portico/ui";
import { t } from "../languages/t.ts";
import { servedChains } from "../api/useChains.ts";
import { useAnswer } from "../api/explorerApi.ts";
import { Answered } from "../parts/Answered.tsx";
import { PageHeading } from "../parts/PageHeading.tsx";
import { Skeleton } from "../parts/Skeleton.tsx";
import { GasCard } from "./gas/GasCard.tsx";
import "../style/gas.css";

/** Current transaction costs on every served chain. */
export function GasPage() {
  const chains = useAnswer("/v1/chain/list", {});
  return (
    <>
      <PageHeading level={1} title={t("shell.gas")} tab={t("shell.gas")} />
      <p className="quiet gas-lead">{t("gas.lead")}</p>
      <Answered
        query={chains}
        label={t("overview.chains")}
        skeleton={<Skeleton label={t("overview.chains")} look="cards" />}
      >
        {(list) => {
          const served = servedChains(list);
          if (served.length === 0)
            return <EmptyState icon={Fuel} title={t("gas.noChains")} text={t("gas.noChainsText")} />;
          return (
            <div className="gas-cards">
              {served.map((chain) => (
                <GasCard key={chain.id} chain={chain} />
              ))}
            </div>
          );
        }}
      </Answered>
    </>
  );
}
