import { Link } from "@tanstack/react-router";
import type { DashboardSubscription, DashboardSubscriptionList } from "@portico/contract";
import { Webhook } from "lucide-react";
import { type ReactNode, useState } from "react";
import { EmptyState, Timestamp } from "@portico/ui";
import { formatCount } from "@portico/ui/browser";
import { api } from "../api/api.ts";
import { columnsOf } from "../parts/DataTable.tsx";
import { Loaded } from "../parts/Loaded.tsx";
import { PageHead } from "../parts/PageHead.tsx";
import { PagedTable } from "../parts/PagedTable.tsx";
import { nameOf } from "./subscriptions/nameOf.ts";
import { SubscriptionBadge } from "./subscriptions/SubscriptionBadge.tsx";

const LIMIT = 50;
const COUNTS = { owner_count: "Addresses", pending_count: "Waiting", dead_letter_count: "Given up" } as const;
const column = columnsOf<DashboardSubscription>();
const COLUMNS = column.columns([
  column.accessor((subscription) => nameOf(subscription), {
    id: "name",
    header: "Name",
    cell: ({ row: { original } }) => (
      <Link to="/subscriptions/$subscriptionId" params={{ subscriptionId: original.id }}>
        {nameOf(original)}
      </Link>
    ),
  }),
  column.accessor("url", { header: "URL", enableSorting: false, meta: { isLong: true } }),
  column.accessor("is_paused", {
    header: "State",
    cell: ({ row: { original } }) => <SubscriptionBadge subscription={original} />,
  }),
  ...(["owner_count", "pending_count", "dead_letter_count"] as const).map((name) =>
    column.accessor(name, {
      header: COUNTS[name],
      meta: { isEnd: true },
      cell: ({ getValue }) => formatCount(getValue()),
    }),
  ),
  column.accessor("created_at", { header: "Created", cell: ({ getValue }) => <Timestamp timeAt={getValue()} /> }),
]);

export function SubscriptionListPage(): ReactNode {
  const [start, setStart] = useState(0);
  const subscriptions = api.useQuery(
    "get",
    "/dashboard/subscriptions",
    { params: { query: { start, limit: LIMIT } } },
    { placeholderData: (previous: DashboardSubscriptionList | undefined) => previous },
  );
  return (
    <>
      <PageHead title="Subscriptions" lead="Webhooks that receive what happens to addresses, as it happens." />
      <div className="card">
        <Loaded query={subscriptions}>
          {({ subscription_list: list, total_count: total }) => (
            <PagedTable
              caption="Subscriptions"
              columns={COLUMNS}
              rows={list}
              idOf={({ id }) => id}
              pageSize={LIMIT}
              empty={
                <EmptyState
                  icon={Webhook}
                  title="No subscriptions yet"
                  text="Your servers create them by POST /v1/account/subscriptions. Here you see what waits, and what could not be delivered."
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
