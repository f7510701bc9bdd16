import { Note } from "@portico/ui";
import { formatAgo, formatTimestamp } from "@portico/ui/browser";
import { useConnection } from "./connection.ts";

/** That there is no connection, and how old what is shown is. */
export function OfflineNote() {
  const { isOffline, seenAt } = useConnection();
  if (!isOffline && seenAt === undefined) return null;
  return (
    <Note tone="caution" title={isOffline ? "You are offline" : "The server can't be reached"}>
      {seenAt === undefined
        ? "Nothing can be read until the connection is back."
        : `Figures are not current: the oldest on this page were read ${formatAgo(seenAt)} (${formatTimestamp(seenAt)}).`}
    </Note>
  );
}
