import type { Notice, NoticeList } from "@portico/contract";
import { Bell } from "lucide-react";
import { type ReactNode, useState } from "react";
import { announce, Badge, Button, EmptyState, Timestamp } from "@portico/ui";
import { plural } from "@portico/ui/browser";
import { api } from "../api/api.ts";
import { ErrorNote } from "../parts/ErrorNote.tsx";
import { Loaded } from "../parts/Loaded.tsx";
import { PageHead } from "../parts/PageHead.tsx";
import { Pager } from "../parts/Pager.tsx";
import { Allowed } from "../parts/Allowed.tsx";

const LIMIT = 50;
export function NoticeListPage(): ReactNode {
  const [start, setStart] = useState(0);
  const notices = api.useQuery(
    "get",
    "/dashboard/notices",
    { params: { query: { start, limit: LIMIT } } },
    { placeholderData: (previous: NoticeList | undefined) => previous },
  );
  const { mutate, isPending, error } = api.useMutation("post", "/dashboard/notices/read", {
    onSuccess: ({ read_count: count }) => announce(`${plural(count, "notice")} marked as read`),
  });
  const unread = notices.data?.unread_count ?? 0;
  return (
    <>
      <PageHead
        title="Notices"
        lead="What your alert rules found, and answers of this service's operator, of the last 90 days."
      >
        {unread > 0 && (
          <Allowed to="notices.write" otherwise={null}>
            <Button isBusy={isPending} onClick={() => mutate({})}>
              Mark all as read
            </Button>
          </Allowed>
        )}
      </PageHead>
      <ErrorNote error={error} />
      <div className="card">
        <Loaded query={notices}>
          {({ notice_list: list, total_count: total }) => (
            <>
              {list.length === 0 ? (
                <EmptyState icon={Bell} title="No notices yet" text="When an alert rule fires, it appears here." />
              ) : (
                <ul className="rows notices">
                  {list.map((notice) => (
                    <NoticeRow key={notice.id} notice={notice} />
                  ))}
                </ul>
              )}
              {total > LIMIT && <Pager list="Notices" start={start} limit={LIMIT} total={total} go={setStart} />}
            </>
          )}
        </Loaded>
      </div>
    </>
  );
}

const NoticeRow = ({
  notice: { title, text, created_at: createdAt, is_read: isRead },
}: {
  readonly notice: Notice;
}) => (
  <li>
    <div>
      <strong>{title}</strong> {!isRead && <Badge tone="caution">New</Badge>}
      <p className="quiet small">{text}</p>
    </div>
    <Timestamp timeAt={createdAt} />
  </li>
);
