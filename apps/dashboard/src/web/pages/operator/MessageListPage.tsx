import type { OperatorMessage, OperatorMessageList } from "@portico/contract";
import { Link } from "@tanstack/react-router";
import { Mail } from "lucide-react";
import { type ReactNode, useState } from "react";
import { api } from "../../api/api.ts";
import { Badge, EmptyState, Timestamp } from "@portico/ui";
import { formatCount } from "@portico/ui/browser";
import { columnsOf } from "../../parts/DataTable.tsx";
import { Loaded } from "../../parts/Loaded.tsx";
import { PageHead } from "../../parts/PageHead.tsx";
import { PagedTable } from "../../parts/PagedTable.tsx";

const LIMIT = 50;
const COUNTS = {
  recipients: "To",
  delivered_count: "Delivered",
  read_count: "Read",
  blocked_count: "Blocked",
} as const;
const column = columnsOf<OperatorMessage>();
const COLUMNS = column.columns([
  column.accessor("text", {
    header: "Message",
    enableSorting: false,
    cell: ({ row: { original } }) => (
      <>
        {original.text}
        {original.url !== "" && <p className="quiet small">{original.url}</p>}
      </>
    ),
  }),
  column.accessor("created_at", { header: "Sent", cell: ({ getValue }) => <Timestamp timeAt={getValue()} /> }),
  column.accessor((message) => message.account_id ?? "", {
    id: "sender",
    header: "By",
    enableSorting: false,
    cell: ({ row: { original } }) =>
      original.account_id === null ? (
        "This service"
      ) : (
        <Link to="/operator/accounts/$accountId" params={{ accountId: original.account_id }}>
          {original.account_id}
        </Link>
      ),
  }),
  ...(["recipients", "delivered_count", "read_count", "blocked_count"] as const).map((name) =>
    column.accessor(name, {
      header: COUNTS[name],
      meta: { isEnd: true },
      cell: ({ getValue }) => formatCount(getValue()),
    }),
  ),
  column.accessor("webhook_state", {
    header: "Webhook",
    meta: { isLong: true },
    cell: ({ row: { original } }) => <Webhook message={original} />,
  }),
]);

const WEBHOOK = {
  delivered: { tone: "good", name: "Delivered" },
  pending: { tone: "caution", name: "Waiting" },
  failed: { tone: "bad", name: "Failed" },
  none: { tone: "", name: "None" },
} as const;

const Webhook = ({
  message: { webhook_state: state, webhook_error: error },
}: {
  readonly message: OperatorMessage;
}) => (
  <>
    <Badge tone={WEBHOOK[state].tone}>{WEBHOOK[state].name}</Badge>
    {error !== null && <p className="quiet small">{error}</p>}
  </>
);

export function MessageListPage(): ReactNode {
  const [start, setStart] = useState(0);
  const messages = api.useQuery(
    "get",
    "/dashboard/operator/messages",
    { params: { query: { start, limit: LIMIT } } },
    { placeholderData: (previous: OperatorMessageList | undefined) => previous },
  );
  return (
    <>
      <PageHead title="Messages" lead="Messages sent to addresses, newest first." />
      <div className="card">
        <Loaded query={messages}>
          {({ message_list: list, total_count: total }) => (
            <PagedTable
              caption="Messages"
              columns={COLUMNS}
              rows={list}
              idOf={({ id }) => id}
              pageSize={LIMIT}
              empty={
                <EmptyState
                  icon={Mail}
                  title="No messages yet"
                  text="Messages sent by the official operations appear here, with how many recipients read them."
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
