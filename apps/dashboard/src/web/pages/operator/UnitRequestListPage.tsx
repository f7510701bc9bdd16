import type { OperatorUnitRequest, OperatorUnitRequestList } from "@portico/contract";
import { Link } from "@tanstack/react-router";
import { HandCoins } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button, EmptyState, Timestamp } from "@portico/ui";
import { formatCount } from "@portico/ui/browser";
import { api } from "../../api/api.ts";
import { columnsOf } from "../../parts/DataTable.tsx";
import { Loaded } from "../../parts/Loaded.tsx";
import { PageHead } from "../../parts/PageHead.tsx";
import { PagedTable } from "../../parts/PagedTable.tsx";
import { UnitRequestBadge } from "../units/UnitRequestBadge.tsx";
import { DecisionDialog } from "./DecisionDialog.tsx";

const LIMIT = 50;
const column = columnsOf<OperatorUnitRequest>();
const plain = { enableSorting: false } as const;
const COLUMNS = column.columns([
  column.accessor("account_name", {
    header: "Account",
    ...plain,
    cell: ({ row: { original } }) => (
      <Link to="/operator/accounts/$accountId" params={{ accountId: original.account_id }}>
        {original.account_name}
      </Link>
    ),
  }),
  column.accessor("units", {
    header: "Units",
    ...plain,
    meta: { isEnd: true },
    cell: ({ getValue }) => formatCount(getValue()),
  }),
  column.accessor("reason", { header: "What for", ...plain, meta: { isLong: true } }),
  column.accessor("created_at", {
    header: "Requested",
    ...plain,
    cell: ({ getValue }) => <Timestamp timeAt={getValue()} />,
  }),
  column.accessor("state", {
    header: "State",
    ...plain,
    cell: ({ row: { original } }) => <UnitRequestBadge request={original} />,
  }),
  column.display({ id: "decide", cell: ({ row: { original } }) => <Decide request={original} /> }),
]);

function Decide({ request }: { readonly request: OperatorUnitRequest }) {
  const [isOpen, setIsOpen] = useState(false);
  if (request.state !== "waiting") return null;
  return (
    <>
      <Button size="small" aria-label={`Decide the request of ${request.account_name}`} onClick={() => setIsOpen(true)}>
        Decide …
      </Button>
      {isOpen && <DecisionDialog request={request} close={() => setIsOpen(false)} />}
    </>
  );
}

export function UnitRequestListPage(): ReactNode {
  const [start, setStart] = useState(0);
  const requests = api.useQuery(
    "get",
    "/dashboard/operator/unit_requests",
    { params: { query: { start, limit: LIMIT } } },
    { placeholderData: (previous: OperatorUnitRequestList | undefined) => previous },
  );
  return (
    <>
      <PageHead title="Unit requests" lead="What accounts ask for in units; those that wait come first." />
      <div className="card">
        <Loaded query={requests}>
          {({ unit_request_list: list, total_count: total }) => (
            <PagedTable
              caption="Unit requests"
              columns={COLUMNS}
              rows={list}
              idOf={({ id }) => id}
              pageSize={LIMIT}
              empty={
                <EmptyState
                  icon={HandCoins}
                  title="No requests yet"
                  text="When an account asks for units, it appears here."
                />
              }
              start={start}
              total={total}
              go={setStart}
            />
          )}
        </Loaded>
      </div>
    </>
  );
}
