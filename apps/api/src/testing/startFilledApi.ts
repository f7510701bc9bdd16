import { fillStore } from "./fillStore.ts";
import { startTestApi, type TestApi, type TestApiOptions } from "./startTestApi.ts";

/** The real server over a store filled by fillStore. */
export async function startFilledApi(options?: TestApiOptions): Promise<TestApi> {
  const api = await startTestApi(options);
  await fillStore(api.db);
  await api.api.tokens.reload();
  return api;
}
