import type { PorticoError, PorticoErrorCode } from "@portico/client";

/** Messages by code, which never changes; for other codes the server's own text. */
const WORDS: Partial<Record<PorticoErrorCode, string>> = {
  rate_limited: "Too many requests. Try again in a moment.", // the client has already waited and retried
  timeout: "The service is unavailable. Try again later.",
  unreachable: "The service is unavailable. Try again later.",
  upstream_error: "The service is unavailable. Try again later.",
  units_exhausted: "This page's account has no units left.",
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
