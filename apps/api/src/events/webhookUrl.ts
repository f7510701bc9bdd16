import { checkUrl, explainRefusal, getPort, PRIVATE_RULES, PUBLIC_RULES, type FetchRules } from "@portico/safe-fetch";
import { invalidParams } from "../errors.ts";

const TIMEOUT_MS = 10_000;

/** The rules for URLs of webhooks that callers chose. @param isPrivate - Whether http and private addresses are allowed. */
export function webhookRules(url: string, isPrivate: boolean): FetchRules {
  const limits = { timeoutMs: TIMEOUT_MS, maxBytes: 0, maxRedirects: 0 };
  const parsed = URL.parse(url);
  return isPrivate && parsed !== null
    ? { ...limits, ...PRIVATE_RULES, ports: [getPort(parsed)] }
    : { ...limits, ...PUBLIC_RULES };
}

/**
 * Checks a webhook's URL when it is chosen; each request checks it again.
 * @returns it in its normal form. @throws ServiceError invalid_params that names `url`.
 */
export async function readWebhookUrl(text: string, isPrivate: boolean): Promise<string> {
  try {
    const { url } = await checkUrl(text, webhookRules(text, isPrivate), AbortSignal.timeout(TIMEOUT_MS));
    return url.href;
  } catch (error) {
    throw invalidParams({ url: `can't be a webhook: ${explainRefusal(error)}` });
  }
}
