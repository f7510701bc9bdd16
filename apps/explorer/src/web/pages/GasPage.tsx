import { Fuel } from "lucide-react";
import { EmptyState } from "@portico/ui";
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
      <PageHeading level={1} title="Gas" tab="Gas" />
      <p className="quiet gas-lead">
        What a transaction costs now at three speeds. Prices are refreshed every 15 seconds.
      </p>
      <Answered query={chains} label="chains" skeleton={<Skeleton label="chains" look="cards" />}>
        {(list) => {
          const served = servedChains(list);
          if (served.length === 0)
            return <EmptyState icon={Fuel} title="No chains" text="No chain is served here yet." />;
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
