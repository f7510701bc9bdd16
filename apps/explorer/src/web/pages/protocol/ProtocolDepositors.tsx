import type { Protocol } from "@portico/client";
import { Users } from "lucide-react";
import { Card, EmptyState } from "@portico/ui";
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
      title="Largest depositors"
      actions={query.data && <Source label="the depositors" meta={query.data.meta} chain={chain} how={<p>{HOW}</p>} />}
    >
      <Answered query={query} label="the depositors">
        {(holders) =>
          holders.length === 0 ? (
            <EmptyState
              icon={Users}
              title="No depositors are known"
              text="Its deposits have no receipt token whose holders could be listed."
            />
          ) : (
            <HolderTable
              caption="Largest depositors"
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

const HOW =
  "The deposits that a token stands for, valued by each address's part of it. Deposits without such a receipt are left out, so the values mostly add up to less than everything deposited. Debts are not subtracted.";
