import type { Ledger } from "@portico/contract";
import { ReceiptText } from "lucide-react";
import { type ReactNode, useState } from "react";
import { api } from "../api/api.ts";
import { EmptyState } from "@portico/ui";
import { LedgerTable } from "../parts/LedgerTable.tsx";
import { Loaded } from "../parts/Loaded.tsx";
import { PageHead } from "../parts/PageHead.tsx";
import { Pager } from "../parts/Pager.tsx";
import { RequestUnits } from "./units/RequestUnits.tsx";

const LIMIT = 50;

export function LedgerPage(): ReactNode {
  const [start, setStart] = useState(0);
  const ledger = api.useQuery(
    "get",
    "/dashboard/ledger",
    { params: { query: { start, limit: LIMIT } } },
    { placeholderData: (previous: Ledger | undefined) => previous },
  );
  return (
    <div className="stack">
      <PageHead title="Ledger" lead="Every grant and adjustment of your units. Entries are never changed." />
      <div className="card">
        <Loaded query={ledger}>
          {({ ledger_list: entries, total_count: total }) =>
            total === 0 ? (
              <EmptyState
                icon={ReceiptText}
                title="No entries yet"
                text="When the operator of this service grants you units, the grant appears here, with the reason."
              />
            ) : (
              <>
                <LedgerTable entries={entries} />
                {total > LIMIT && (
                  <Pager list="Grants and adjustments" start={start} limit={LIMIT} total={total} go={setStart} />
                )}
              </>
            )
          }
        </Loaded>
      </div>
      <RequestUnits />
    </div>
  );
}
