import type { Protocol } from "@portico/client";
import { Users } from "lucide-react";
import { Card, EmptyState } from "@portico/ui";
import { t } from "../../languages/t.ts";
import { useAnswer } from "../../api/explorerApi.ts";
import { Answered } from "../../parts/Answered.tsx";
import { Source } from "../../parts/Source.tsx";
import { HolderTable } from "../subject/HolderTable.tsx";

const LIMIT = 100;

/** The addresses with the most in a protocol, as far as its receipts tell. */
export function ProtocolDepositors({ protocol: { id, chain, tvl } }: { readonly protocol: Protocol }) {
  const query = useAnswer("/v1/protocol/top_holders", { params: { query: { id, limit: LIMIT } } });
  return (
    <Card
      title={t("protocol.depositors")}
      actions={
        query.data && (
          <Source
            label={t("protocol.theDepositors")}
            meta={query.data.meta}
            chain={chain}
            how={<p>{t("protocol.depositorsHow")}</p>}
          />
        )
      }
    >
      <Answered query={query} label={t("protocol.theDepositors")}>
        {(holders) =>
          holders.length === 0 ? (
            <EmptyState icon={Users} title={t("protocol.noDepositors")} text={t("protocol.noDepositorsText")} />
          ) : (
            <HolderTable
              caption={t("protocol.depositors")}
              hasAmounts={false}
              rows={holders.map(([address, usdValue]) => ({
                address,
                usdValue,
                share: tvl > 0 ? Math.min(1, usdValue / tvl) : undefined,
              }))}
            />
          )
        }
      </Answered>
    </Card>
  );
}
