import { fillStore } from "./fillStore.ts";
import { startTestApi, type TestApi } from "./startTestApi.ts";

/** The real server over a store that fillStore filled. */
export async function startFilledApi(): Promise<TestApi> {
  const api = await startTestApi();
  await fillStore(api.db);
  await api.api.tokens.reload();
  return api;
}
