import { apiIsAway, type DataApi } from "../dataApi.ts";

const TIMEOUT_MS = 5_000;
const BAD_REQUEST = 400;

/**
 * The logo URL in the data API's response; "" if it has none, or the id is unknown.
 * @throws ServiceError upstream_error
 */
export async function findLogoUrl(
  api: DataApi,
  path: string,
  query: Readonly<Record<string, string>>,
): Promise<string> {
  try {
    const answer = await api(path, { query: new URLSearchParams(query), signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!answer.ok && answer.status !== BAD_REQUEST) throw new Error(`the data API returned ${answer.status}`);
    const { logo_url: url } = ((await answer.json()) ?? {}) as { logo_url?: unknown };
    return typeof url === "string" ? url : "";
  } catch (error) {
    throw apiIsAway(error);
  }
}
