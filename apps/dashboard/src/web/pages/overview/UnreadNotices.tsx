import { Link } from "@tanstack/react-router";
import { Note } from "@portico/ui";
import { plural } from "@portico/ui/browser";
import { api } from "../../api/api.ts";

/** Leads to the notices while some are unread. */
export function UnreadNotices() {
  const { data } = api.useQuery("get", "/dashboard/notices", { params: { query: { start: 0, limit: 1 } } });
  const unread = data?.unread_count ?? 0;
  if (unread === 0) return null;
  return (
    <Note tone="caution" title={plural(unread, "unread notice")}>
      <p>
        <Link to="/notices">Read the notices</Link>
      </p>
    </Note>
  );
}
