import { formatAgo, formatTimestamp } from "../text/format.ts";

/** A timestamp in readable form, with the exact one as a tooltip. @param timeAt - Unix seconds. */
export const Timestamp = ({ timeAt }: { readonly timeAt: number }) => (
  <time dateTime={new Date(timeAt * 1000).toISOString()} title={formatTimestamp(timeAt)}>
    {formatAgo(timeAt)}
  </time>
);
