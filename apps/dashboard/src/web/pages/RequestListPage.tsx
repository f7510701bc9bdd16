import { getRouteApi } from "@tanstack/react-router";
import type { LoggedRequest, LoggedRequestList } from "@portico/contract";
import { ScrollText } from "lucide-react";
import type { ReactNode } from "react";
import { Badge, EmptyState } from "@portico/ui";
import { formatCount, formatTimestamp } from "@portico/ui/browser";
import { api } from "../api/api.ts";
import { operationLabel } from "../api/apiOperations.ts";
import { columnsOf } from "../parts/DataTable.tsx";
import { Loaded } from "../parts/Loaded.tsx";
import { PageHead } from "../parts/PageHead.tsx";
import { PagedTable } from "../parts/PagedTable.tsx";
import { RequestFilters } from "./requests/RequestFilters.tsx";
import { readRequestSearch } from "./requests/requestSearch.ts";

const LIMIT = 50;
const route = getRouteApi("/requests");
const column = columnsOf<LoggedRequest>();
const plain = { enableSorting: false } as const;
const COLUMNS = column.columns([
  column.accessor("requested_at", {
    header: "When",
    ...plain,
    cell: ({ getValue }) => (
      <time className="nowrap" dateTime={new Date(getValue() * 1000).toISOString()}>
        {formatTimestamp(getValue())}
      </time>
    ),
  }),
  column.accessor((request) => operationLabel(request.operation), {
    id: "operation",
    header: "Operation",
    ...plain,
    meta: { isLong: true },
  }),
  column.accessor("status", {
    header: "Status",
    ...plain,
    cell: ({ row: { original } }) => <StatusBadge request={original} />,
  }),
  column.accessor((request) => request.key_name || request.key_id, { id: "key", header: "Key", ...plain }),
  column.accessor("units", {
    header: "Units",
    ...plain,
    meta: { isEnd: true },
    cell: ({ getValue }) => formatCount(getValue()),
  }),
  column.accessor("duration_ms", {
    header: "Took",
    ...plain,
    meta: { isEnd: true },
    cell: ({ getValue }) => <span className="nowrap">{formatCount(getValue())} ms</span>,
  }),
  column.accessor("request_id", {
    header: "Request id",
    ...plain,
    meta: { isLong: true },
    cell: ({ getValue }) => <code>{getValue()}</code>,
  }),
]);

const StatusBadge = ({ request: { status, code } }: { readonly request: LoggedRequest }) => (
  <>
    <Badge tone={status < 400 ? "good" : status < 500 ? "caution" : "bad"}>{status}</Badge>
    {code !== null && <span className="quiet small"> {code}</span>}
  </>
);

export function RequestListPage(): ReactNode {
  const search = readRequestSearch({ ...route.useSearch() }); // the router leaves invalid values in it
  const navigate = route.useNavigate();
  const { start = 0 } = search;
  const requests = api.useQuery(
    "get",
    "/dashboard/requests",
    { params: { query: { ...search, start, limit: LIMIT } } },
    { placeholderData: (previous: LoggedRequestList | undefined) => previous },
  );
  return (
    <>
      <PageHead
        title="Requests"
        lead="Errors, up to 2,000, and a sample of the other requests of the last 7 days. Keys, addresses and parameters are not stored."
      />
      <div className="card">
        <RequestFilters search={search} change={(next) => void navigate({ search: next, replace: true })} />
        <Loaded query={requests}>
          {({ request_list: list, total_count: total }) => (
            <PagedTable
              caption="Requests"
              columns={COLUMNS}
              rows={list}
              idOf={({ request_id: id }) => id}
              pageSize={LIMIT}
              empty={
                <EmptyState
                  icon={ScrollText}
                  title="No requests here"
                  text="Make a request with one of your keys, or change the filters. A request appears within seconds."
                />
              }
              start={start}
              total={total}
              go={(next) => void navigate({ search: { ...search, start: next } })}
            />
          )}
        </Loaded>
      </div>
    </>
  );
}
