import { agoWords, momentWords } from "../text/words.ts";

/** A moment as people say it, with the exact one on top of it. @param timeAt - Unix seconds. */
export const Moment = ({ timeAt }: { readonly timeAt: number }) => (
  <time dateTime={new Date(timeAt * 1000).toISOString()} title={momentWords(timeAt)}>
    {agoWords(timeAt)}
  </time>
);
