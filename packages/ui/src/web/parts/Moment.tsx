import { agoWords, momentWords } from "../text/words.ts";

/** A timestamp in readable form, with the exact one as a tooltip. @param timeAt - Unix seconds. */
export const Moment = ({ timeAt }: { readonly timeAt: number }) => (
  <time dateTime={new Date(timeAt * 1000).toISOString()} title={momentWords(timeAt)}>
    {agoWords(timeAt)}
  </time>
);
