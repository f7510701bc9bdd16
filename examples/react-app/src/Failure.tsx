import type { PorticoError, PorticoErrorCode } from "@portico/client";

/** Messages by code, which never changes; for other codes the server's own text. */
const WORDS: Partial<Record<PorticoErrorCode, string>> = {
  rate_limited: "Too many questions at once. Wait a moment.", // the client has already waited and retried
  timeout: "There is no answer just now.",
  unreachable: "There is no answer just now.",
  upstream_error: "There is no answer just now.",
  units_exhausted: "This page's account is used up.",
};

export function Failure({ error, retry }: { readonly error: PorticoError; readonly retry: () => unknown }) {
  return (
    <p role="alert">
      {WORDS[error.code] ?? error.message} ({error.code}){" "}
      <button type="button" onClick={() => void retry()}>
        Try again
      </button>
    </p>
  );
}
