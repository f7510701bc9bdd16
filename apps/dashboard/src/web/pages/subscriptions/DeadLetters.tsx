import type { DashboardDeadLetter, DashboardDeadLetterList } from "@portico/contract";
import { MailCheck } from "lucide-react";
import { useState } from "react";
import { announce, Badge, Button, EmptyState, Timestamp } from "@portico/ui";
import { formatCount, plural } from "@portico/ui/browser";
import { api } from "../../api/api.ts";
import { columnsOf } from "../../parts/DataTable.tsx";
import { ErrorNote } from "../../parts/ErrorNote.tsx";
import { Loaded } from "../../parts/Loaded.tsx";
import { PagedTable } from "../../parts/PagedTable.tsx";
import { Allowed } from "../../parts/Allowed.tsx";

const LIMIT = 50;
const column = columnsOf<DashboardDeadLetter>();
const COLUMNS = column.columns([
  column.accessor("event_id", {
    header: "Event",
    enableSorting: false,
    cell: ({ row: { original: letter } }) => (
      <>
        {letter.chain_id} {letter.number}, {letter.user_addr}
        {letter.type === "reverted" && <p className="quiet small">Taken back by a reorganisation</p>}
      </>
    ),
  }),
  column.accessor("last_error", {
    header: "Error",
    enableSorting: false,
    meta: { isLong: true },
    cell: ({ row: { original: letter } }) => (
      <>
        {letter.last_error}
        {letter.is_requested && <Badge tone="caution">Queued</Badge>}
      </>
    ),
  }),
  column.accessor("attempt_count", {
    header: "Attempts",
    meta: { isEnd: true },
    cell: ({ getValue }) => formatCount(getValue()),
  }),
  column.accessor("created_at", { header: "Given up", cell: ({ getValue }) => <Timestamp timeAt={getValue()} /> }),
]);

/** Events of a subscription that were given up, and another attempt of all of them. */
export function DeadLetters({ subscriptionId }: { readonly subscriptionId: string }) {
  const [start, setStart] = useState(0);
  const path = { subscription_id: subscriptionId };
  const letters = api.useQuery(
    "get",
    "/dashboard/subscriptions/{subscription_id}/dead_letters",
    { params: { path, query: { start, limit: LIMIT } } },
    { placeholderData: (previous: DashboardDeadLetterList | undefined) => previous },
  );
  const { mutate, isPending, error } = api.useMutation(
    "post",
    "/dashboard/subscriptions/{subscription_id}/redelivery",
    { onSuccess: ({ requested_count: count }) => announce(`${plural(count, "event")} will be attempted again`) },
  );
  return (
    <div className="card">
      <h2>Given up</h2>
      <ErrorNote error={error} />
      <Loaded query={letters}>
        {({ dead_letter_list: list, total_count: total }) => (
          <>
            {total > 0 && (
              <div className="table-tools">
                <Allowed to="subscriptions.write" otherwise={null}>
                  <Button isBusy={isPending} onClick={() => mutate({ params: { path }, body: {} })}>
                    Attempt all again
                  </Button>
                </Allowed>
              </div>
            )}
            <PagedTable
              caption="Events that were given up"
              columns={COLUMNS}
              rows={list}
              idOf={({ event_id: id }) => id}
              pageSize={LIMIT}
              empty={
                <EmptyState
                  icon={MailCheck}
                  title="Nothing was given up"
                  text="An event that fails 17 times in two days is listed here, with the reason, and can be attempted again."
                />
              }
              start={start}
              total={total}
              go={setStart}
            />
          </>
        )}
      </Loaded>
    </div>
  );
}
