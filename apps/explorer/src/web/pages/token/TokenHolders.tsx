import type { Token } from "@portico/client";
import { Users } from "lucide-react";
import { Card, EmptyState } from "@portico/ui";
import { t } from "../../languages/t.ts";
import { useAnswer } from "../../api/explorerApi.ts";
import { Answered } from "../../parts/Answered.tsx";
import { formatAmountText } from "../../parts/formatAmountText.ts";
import { formatShare } from "../../parts/formatShare.ts";
import { Source } from "../../parts/Source.tsx";
import { HolderTable } from "../subject/HolderTable.tsx";

const LIMIT = 100;
const TOP = 10;

/** The largest holders of a token, and how much of it they have. */
export function TokenHolders({ token }: { readonly token: Token }) {
  const { chain, id, price, total_supply: supply } = token;
  const query = useAnswer("/v1/token/top_holders", { params: { query: { chain_id: chain, id, limit: LIMIT } } });
  return (
    <Card
      title={t("token.holders")}
      actions={
        query.data && (
          <Source
            label={t("token.theHolders")}
            meta={query.data.meta}
            chain={chain}
            how={<p>{t("token.holdersHow")}</p>}
          />
        )
      }
    >
      <Answered query={query} label={t("token.theHolders")}>
        {(holders) => {
          if (holders.length === 0)
            return <EmptyState icon={Users} title={t("token.noHolders")} text={t("token.noHoldersText")} />;
          const shareOf = (amount: number) => (supply ? amount / supply : undefined);
          const top = holders.slice(0, TOP).reduce((sum, [, amount]) => sum + amount, 0);
          const share = shareOf(top);
          return (
            <>
              {share !== undefined && share <= 1 && (
                <p className="list-sum quiet small">
                  {t("token.topHold", { count: Math.min(TOP, holders.length), share: formatShare(share) })}
                </p>
              )}
              <HolderTable
                caption={t("token.holders")}
                hasAmounts
                rows={holders.map(([address, amount]) => ({
                  address,
                  amount: formatAmountText(amount),
                  usdValue: price > 0 ? amount * price : undefined,
                  share: shareOf(amount),
                }))}
              />
            </>
          );
        }}
      </Answered>
    </Card>
  );
}
