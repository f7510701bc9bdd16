import {
  columnFilteringFeature,
  createColumnHelper,
  createFilteredRowModel,
  createPaginatedRowModel,
  createSortedRowModel,
  filterFn_includesString,
  globalFilteringFeature,
  metaHelper,
  rowPaginationFeature,
  rowSortingFeature,
  sortFn_alphanumeric,
  sortFn_text,
  tableFeatures,
  useTable,
  type ColumnHelper,
  type Row as TableRow,
  type TableOptions,
} from "@tanstack/react-table";
import { ArrowDown } from "lucide-react";
import type { ReactNode } from "react";
import { Pager } from "./Pager.tsx";
import { SearchField } from "@portico/ui";
import { SortPicker } from "./SortPicker.tsx";

interface ColumnLook {
  /** Right-aligned, for numbers. */
  readonly isEnd?: boolean;
  /** Text that needs the whole width of a stacked row. */
  readonly isLong?: boolean;
}

/** So many columns fit the screen of a phone; rows with more are stacked there. */
const COLUMNS_SIDE_BY_SIDE = 3;

const features = tableFeatures({
  rowSortingFeature,
  columnFilteringFeature,
  globalFilteringFeature,
  rowPaginationFeature,
  sortedRowModel: createSortedRowModel(),
  filteredRowModel: createFilteredRowModel(),
  paginatedRowModel: createPaginatedRowModel(),
  sortFns: { alphanumeric: sortFn_alphanumeric, text: sortFn_text },
  filterFns: { includesString: filterFn_includesString },
  columnMeta: metaHelper<ColumnLook>(),
});

type Features = typeof features;
export type Columns<Row extends object> = TableOptions<Features, Row>["columns"];

/** Defines the columns of a table; they must be the same array at every render. */
export const columnsOf = <Row extends object>(): ColumnHelper<Features, Row> => createColumnHelper<Features, Row>();

export interface DataTableProps<Row extends object> {
  /** What the rows are, for screen readers. */
  readonly caption: string;
  readonly columns: Columns<Row>;
  readonly rows: readonly Row[];
  readonly idOf: (row: Row) => string;
  /** Id of the column of the initial order; "-" before it for descending. */
  readonly order?: string;
  /** Label of the search field; no search without it. */
  readonly search?: string;
  readonly pageSize?: number;
  /** Shown instead of rows. */
  readonly empty?: ReactNode;
}

/** A table with sorting, search and pagination in the browser. On narrow screens its rows are stacked, see stackedRows.css. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { caption, columns, rows, idOf, order, search, pageSize = 25, empty } = props;
  const id = order?.replace(/^-/, "");
  const table = useTable<Features, Row>({
    features,
    columns,
    data: rows,
    getRowId: idOf,
    globalFilterFn: "includesString",
    enableSortingRemoval: false,
    initialState: {
      pagination: { pageIndex: 0, pageSize },
      ...(id !== undefined && { sorting: [{ id, desc: order !== id }] }),
    },
  });
  if (rows.length === 0 && empty !== undefined) return empty;
  const found = table.getPrePaginatedRowModel().rows.length;
  const { pageIndex } = table.state.pagination;
  const isStacking = columns.length > COLUMNS_SIDE_BY_SIDE;
  const choices = table
    .getAllLeafColumns()
    .filter((column) => column.getCanSort())
    .flatMap((column) => (titleOf(column) === undefined ? [] : [{ id: column.id, name: titleOf(column)! }]));
  return (
    <>
      {search !== undefined && (
        <div className="table-tools">
          <SearchField label={search} change={(text) => table.setGlobalFilter(text)} />
          <span className="quiet small" role="status">
            {found === rows.length ? "" : `${found} of ${rows.length}`}
          </span>
        </div>
      )}
      <div className={`table-frame ${isStacking ? "stacking" : ""}`} role="region" aria-label={caption} tabIndex={0}>
        {isStacking && found > 1 && choices.length > 0 && (
          <SortPicker
            choices={choices}
            sorted={table.state.sorting[0]}
            sort={(by, isDescending) => table.getColumn(by)?.toggleSorting(isDescending)}
          />
        )}
        <table role="table">
          <caption className="unseen">{caption}</caption>
          <thead role="rowgroup">
            {table.getHeaderGroups().map((group) => (
              <tr key={group.id} role="row">
                {group.headers.map((header) => {
                  const { column } = header;
                  const isEnd = column.columnDef.meta?.isEnd === true;
                  const sorted = column.getIsSorted();
                  const text = <table.FlexRender header={header} />;
                  if (!column.getCanSort())
                    return (
                      <th key={header.id} scope="col" role="columnheader" className={isEnd ? "end" : ""}>
                        {text}
                      </th>
                    );
                  return (
                    <th
                      key={header.id}
                      scope="col"
                      role="columnheader"
                      className={isEnd ? "end" : ""}
                      aria-sort={sorted === false ? "none" : sorted === "asc" ? "ascending" : "descending"}
                    >
                      <button type="button" onClick={column.getToggleSortingHandler()}>
                        {text}
                        <ArrowDown size={13} aria-hidden />
                      </button>
                    </th>
                  );
                })}
              </tr>
            ))}
          </thead>
          <tbody role="rowgroup">
            {table.getRowModel().rows.map((row) => (
              <Line key={row.id} row={row} render={(cell) => <table.FlexRender cell={cell} />} />
            ))}
          </tbody>
        </table>
        {found === 0 && <p className="empty quiet">Nothing matches.</p>}
      </div>
      {found > pageSize && (
        <Pager
          list={caption}
          start={pageIndex * pageSize}
          limit={pageSize}
          total={found}
          go={(start) => table.setPageIndex(start / pageSize)}
        />
      )}
    </>
  );
}

type Cell<Row extends object> = ReturnType<TableRow<Features, Row>["getAllCells"]>[number];

/** The heading of a column; undefined for one whose cells need none, such as buttons. */
const titleOf = ({ columnDef: { header } }: { readonly columnDef: { readonly header?: unknown } }) =>
  typeof header === "string" ? header : undefined;

// the roles are those of the elements, which lose them where the style stacks the rows
const Line = <Row extends object>({
  row,
  render,
}: {
  readonly row: TableRow<Features, Row>;
  readonly render: (cell: Cell<Row>) => ReactNode;
}) => (
  <tr role="row">
    {row.getAllCells().map((cell, index) => {
      const { isEnd = false, isLong = false } = cell.column.columnDef.meta ?? {};
      const look = `${isEnd ? "end" : ""} ${isLong ? "long" : ""}`.trim();
      return index === 0 ? (
        <th key={cell.id} scope="row" role="rowheader" className={look}>
          {render(cell)}
        </th>
      ) : (
        <td key={cell.id} role="cell" className={look} data-label={titleOf(cell.column)}>
          {render(cell)}
        </td>
      );
    })}
  </tr>
);
