import type { ReactNode } from "react";
import type { ChainStatus } from "@portico/contract";
import { Network } from "lucide-react";
import { api } from "../../api/api.ts";
import { Badge, EmptyState, Timestamp } from "@portico/ui";
import { formatCount } from "@portico/ui/browser";
import { columnsOf, DataTable } from "../../parts/DataTable.tsx";
import { Loaded } from "../../parts/Loaded.tsx";
import { PageHead } from "../../parts/PageHead.tsx";

const REFRESH_MS = 5000;

const PHASES = {
  backfill: { tone: "caution", name: "Reading past blocks" },
  balances: { tone: "caution", name: "Reading balances" },
  head: { tone: "good", name: "At the head" },
  failed: { tone: "bad", name: "Failed, retrying" },
  stalled: { tone: "bad", name: "Stalled" },
} as const;

const column = columnsOf<ChainStatus>();
const count = (value: number | null) => (value === null ? <span className="quiet">unknown</span> : formatCount(value));
const COLUMNS = column.columns([
  column.accessor("id", { header: "Chain" }),
  column.accessor("phase", {
    header: "State",
    cell: ({ getValue }) => <Badge tone={PHASES[getValue()].tone}>{PHASES[getValue()].name}</Badge>,
  }),
  column.accessor((chain) => chain.block ?? 0, {
    id: "block",
    header: "Block",
    meta: { isEnd: true },
    cell: ({ row }) => count(row.original.block),
  }),
  column.accessor((chain) => chain.lag_blocks ?? 0, {
    id: "lag",
    header: "Behind",
    meta: { isEnd: true },
    cell: ({ row: { original } }) => <Lag chain={original} />,
  }),
  column.accessor((chain) => chain.since ?? 0, {
    id: "since",
    header: "Since block",
    meta: { isEnd: true },
    cell: ({ row }) => count(row.original.since),
  }),
  column.accessor("blocks_per_second", {
    header: "Blocks/s",
    meta: { isEnd: true },
    cell: ({ getValue }) => getValue().toLocaleString("en", { maximumFractionDigits: 1 }),
  }),
  column.accessor((chain) => chain.last_error ?? "", {
    id: "error",
    header: "Last error",
    enableSorting: false,
    meta: { isLong: true },
    cell: ({ row: { original } }) => <ErrorNote chain={original} />,
  }),
]);

function Lag({ chain: { lag_blocks: blocks, eta_seconds: eta } }: { readonly chain: ChainStatus }) {
  if (blocks === null) return <span className="quiet">unknown</span>;
  return (
    <>
      {formatCount(blocks)}
      {eta !== null && <span className="quiet small"> ({formatCount(Math.ceil(eta / 60))} min)</span>}
    </>
  );
}

const ErrorNote = ({ chain: { last_error: error, last_error_at: at } }: { readonly chain: ChainStatus }) =>
  error === null ? (
    <span className="quiet">None</span>
  ) : (
    <>
      {error}
      {at !== null && (
        <span className="quiet small">
          {" "}
          <Timestamp timeAt={at} />
        </span>
      )}
    </>
  );

export function ChainListPage(): ReactNode {
  const chains = api.useQuery("get", "/dashboard/operator/chains", {}, { refetchInterval: REFRESH_MS });
  return (
    <>
      <PageHead title="Chains" lead="How far each chain is indexed; refreshed every 5 seconds." />
      <div className="card">
        <Loaded query={chains}>
          {(data) => (
            <DataTable
              caption="Chains"
              columns={COLUMNS}
              rows={data}
              idOf={({ id }) => id}
              empty={
                <EmptyState
                  icon={Network}
                  title="No chain is indexed"
                  text="Start the indexer with the RPC URL of a node, such as PORTICO_RPC_ETH."
                />
              }
            />
          )}
        </Loaded>
      </div>
    </>
  );
}
