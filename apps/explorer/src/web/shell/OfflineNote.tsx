import { Note } from "@portico/ui";
import { formatAgo, formatTimestamp } from "@portico/ui/browser";
import { useConnection } from "./connection.ts";
import { t } from "../languages/t.ts";

/** That there is no connection, and how old what is shown is. */
export function OfflineNote() {
  const { isOffline, seenAt } = useConnection();
  if (!isOffline && seenAt === undefined) return null;
  return (
    <Note tone="caution" title={isOffline ? t("shell.offline") : t("shell.unreachable")}>
      {seenAt === undefined
        ? t("shell.nothingRead")
        : t("shell.oldFigures", { ago: formatAgo(seenAt), time: formatTimestamp(seenAt) })}
    </Note>
  );
}
