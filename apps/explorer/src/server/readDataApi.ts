import { apiIsAway, type DataApi } from "./dataApi.ts";

const TIMEOUT_MS = 10_000;
const BAD_REQUEST = 400;

/** A response of the data API; undefined if it knows no such thing (400). */
export interface DataAnswer<Data> {
  readonly data: Data;
  /** Time of the block that the answer belongs to, unix seconds; undefined if it names none. */
  readonly timeAt: number | undefined;
}

/**
 * Reads public data for the explorer itself. @param path - Of the contract.
 * @throws ServiceError upstream_error
 */
export async function readDataApi<Data>(
  api: DataApi,
  path: string,
  query: Readonly<Record<string, string>>,
): Promise<DataAnswer<Data> | undefined> {
  try {
    const answer = await api(path, { query: new URLSearchParams(query), signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (answer.status === BAD_REQUEST) return undefined;
    if (!answer.ok) throw new Error(`the data API returned ${answer.status}`);
    const [, time] = /;time=(\d+)/.exec(answer.headers.get("portico-chains") ?? "") ?? [];
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the contract has it
    return { data: (await answer.json()) as Data, timeAt: time === undefined ? undefined : Number(time) };
  } catch (error) {
    throw apiIsAway(error);
  }
}
