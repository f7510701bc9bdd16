import { Link } from "@tanstack/react-router";
import type { AuditEntry, AuditLog } from "@portico/contract";
import { Badge, EmptyState, Timestamp } from "@portico/ui";
import { ChevronLeft, History } from "lucide-react";
import { type ReactNode, useState } from "react";
import { api } from "../api/api.ts";
import { Allowed } from "../parts/Allowed.tsx";
import { columnsOf } from "../parts/DataTable.tsx";
import { Loaded } from "../parts/Loaded.tsx";
import { PagedTable } from "../parts/PagedTable.tsx";
import { PageHead } from "../parts/PageHead.tsx";
import { describeAction } from "./members/auditWords.ts";
import { formatMember } from "./members/roles.ts";

const LIMIT = 50;
const plain = { enableSorting: false } as const;
const column = columnsOf<AuditEntry>();
const COLUMNS = column.columns([
  column.accessor("action", { header: "Change", ...plain, cell: ({ getValue }) => describeAction(getValue()) }),
  column.accessor("actor", {
    header: "By",
    ...plain,
    cell: ({ row: { original } }) => (
      <>
        <span title={original.actor}>{formatMember(original.actor)}</span>{" "}
        {original.is_operator && <Badge tone="caution">Operator</Badge>}
      </>
    ),
  }),
  column.accessor((entry) => entry.detail ?? "", {
    id: "detail",
    header: "Detail",
    ...plain,
    meta: { isLong: true },
    cell: ({ getValue }) => getValue() || <span className="quiet">None</span>,
  }),
  column.accessor((entry) => entry.subject ?? "", {
    id: "subject",
    header: "Of",
    ...plain,
    meta: { isLong: true },
    cell: ({ row: { original } }) => (original.subject === null ? "The account" : <code>{original.subject}</code>),
  }),
  column.accessor("created_at", {
    header: "When",
    ...plain,
    cell: ({ getValue }) => <Timestamp timeAt={getValue()} />,
  }),
]);

export const AuditLogPage = (): ReactNode => (
  <>
    <PageHead
      title="Audit log"
      lead="Who changed what in this account: the newest 5,000 changes of the last 366 days."
      crumb={
        <Link to="/members" className="crumb">
          <ChevronLeft size={15} aria-hidden /> Members
        </Link>
      }
    />
    <div className="card">
      <Allowed to="audit.read">
        <Entries />
      </Allowed>
    </div>
  </>
);

function Entries() {
  const [start, setStart] = useState(0);
  const log = api.useQuery(
    "get",
    "/dashboard/audit_log",
    { params: { query: { start, limit: LIMIT } } },
    { placeholderData: (previous: AuditLog | undefined) => previous },
  );
  return (
    <Loaded query={log}>
      {({ audit_list: list, total_count: total }) => (
        <PagedTable
          caption="Changes"
          columns={COLUMNS}
          rows={list}
          idOf={({ id }) => String(id)}
          pageSize={LIMIT}
          empty={
            <EmptyState
              icon={History}
              title="No changes yet"
              text="What members change appears here, with who did it."
            />
          }
          start={start}
          total={total}
          go={setStart}
        />
      )}
    </Loaded>
  );
}
