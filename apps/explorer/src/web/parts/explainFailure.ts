import { PorticoError } from "@portico/client";
import { t } from "../languages/t.ts";

/** The Retry-After of a 429, in seconds; undefined without one. */
export function secondsToWait(error: unknown): number | undefined {
  if (!(error instanceof PorticoError) || error.status !== 429) return undefined;
  const seconds = Number(error.response?.headers.get("retry-after") ?? 0);
  return seconds > 0 ? seconds : undefined;
}

/** What failed, and what to do about it. */
export function explainFailure(error: unknown): { readonly title: string; readonly text: string } {
  if (!(error instanceof PorticoError) || error.status === 0)
    return { title: t("parts.unreachable"), text: t("parts.checkConnection") };
  const { status, message, problem } = error;
  if (status === 429) {
    const wait = secondsToWait(error);
    const text = wait === undefined ? t("parts.tryLater") : t("parts.retriesIn", { seconds: wait });
    return { title: t("parts.tooMany"), text };
  }
  if (status >= 500)
    return {
      title: status === 503 ? t("parts.chainUnreadable") : t("parts.serverProblem"),
      text: problem === undefined ? t("parts.tryLater") : t("parts.tryLaterOrReport", { id: problem.request_id }),
    };
  return { title: t("parts.cannotShow"), text: message };
}
