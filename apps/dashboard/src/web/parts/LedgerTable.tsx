import type { LedgerEntry } from "@portico/contract";
import { columnsOf, DataTable } from "./DataTable.tsx";
import { formatCount, formatTimestamp } from "@portico/ui/browser";

const column = columnsOf<LedgerEntry>();
const COLUMNS = column.columns([
  column.accessor("created_at", {
    header: "When",
    enableSorting: false,
    cell: ({ getValue }) => (
      <time className="nowrap" dateTime={new Date(getValue() * 1000).toISOString()}>
        {formatTimestamp(getValue())}
      </time>
    ),
  }),
  column.accessor("reason", { header: "Why", enableSorting: false, meta: { isLong: true } }),
  column.accessor("reference", { header: "Reference", enableSorting: false, cell: ({ getValue }) => getValue() ?? "" }),
  column.accessor("actor", { header: "By", enableSorting: false }),
  column.accessor("amount", {
    header: "Units",
    enableSorting: false,
    meta: { isEnd: true },
    cell: ({ getValue }) => <span className={getValue() < 0 ? "" : "granted"}>{signed(getValue())}</span>,
  }),
]);

const signed = (amount: number): string => (amount < 0 ? `−${formatCount(-amount)}` : `+${formatCount(amount)}`);

/** Grants and adjustments, newest first. */
export const LedgerTable = ({ entries }: { readonly entries: readonly LedgerEntry[] }) => (
  <DataTable
    caption="Grants and adjustments"
    columns={COLUMNS}
    rows={entries}
    idOf={({ id }) => String(id)}
    pageSize={100}
  />
);
