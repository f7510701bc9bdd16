import { DataTable, type DataTableProps } from "./DataTable.tsx";
import { Pager } from "./Pager.tsx";

interface PagedTableProps<Row extends object> extends Omit<DataTableProps<Row>, "order" | "search"> {
  readonly pageSize: number;
  /** Of the first row. */
  readonly start: number;
  /** Rows of all pages. */
  readonly total: number;
  readonly go: (start: number) => void;
}

/** A page of a list that the server parts into pages, and the way to the others. */
export const PagedTable = <Row extends object>({ start, total, go, ...table }: PagedTableProps<Row>) => (
  <>
    <DataTable {...table} />
    {total > table.pageSize && (
      <Pager list={table.caption} start={start} limit={table.pageSize} total={total} go={go} />
    )}
  </>
);
