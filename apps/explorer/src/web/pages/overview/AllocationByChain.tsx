import { Link } from "@tanstack/react-router";
import { Network } from "lucide-react";
import { Card, EmptyState } from "@portico/ui";
import { useAnswer } from "../../api/explorerApi.ts";
import { Answered } from "../../parts/Answered.tsx";
import { ChainBadge } from "../../parts/ChainBadge.tsx";
import { isPartial } from "../../parts/PartialNote.tsx";
import { Source } from "../../parts/Source.tsx";
import { useAddress } from "../../shell/useAddress.ts";
import { AllocationFigure } from "./AllocationFigure.tsx";
import { REST, sharesOf } from "./shares.ts";
import { t } from "../../languages/t.ts";

/** The value by chain. */
export function AllocationByChain() {
  const { address } = useAddress();
  const query = useAnswer("/v1/user/total_balance", { params: { query: { id: address } } });
  return (
    <Card
      title={t("overview.byChain")}
      actions={
        query.data && (
          <Source
            label={t("overview.allocationByChain")}
            meta={query.data.meta}
            how={<p>{t("overview.byChainHow")}</p>}
          />
        )
      }
    >
      <Answered query={query} label={t("overview.chains")} isQuiet>
        {({ chain_list: chains }, meta) => {
          const shares = sharesOf(chains.map(({ id, name, usd_value: usdValue }) => ({ id, name, usdValue })));
          return shares.length === 0 ? (
            <EmptyState
              icon={Network}
              title={isPartial(meta) ? t("overview.nothingRead") : t("overview.nothing")}
              text={t("overview.nothingText")}
            />
          ) : (
            <AllocationFigure
              caption={t("overview.netWorthByChain")}
              shares={shares}
              name={({ id, name }) => (id === REST ? name : <ChainLink chain={id} />)}
            />
          );
        }}
      </Answered>
    </Card>
  );
}

const ChainLink = ({ chain }: { readonly chain: string }) => (
  <Link to="." search={(search: object) => ({ ...search, chain })}>
    <ChainBadge chain={chain} />
  </Link>
);
