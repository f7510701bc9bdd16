import { createFilledTemplate } from "@portico/store/testing";
import { fillStore } from "./fillStore.ts";
import { startTestApi, type TestApi, type TestApiOptions } from "./startTestApi.ts";

let template: Promise<string> | undefined;

/** The real server over a database of its own that was filled by fillStore: for tests that write. */
export async function startFilledApi(options?: TestApiOptions): Promise<TestApi> {
  template ??= createFilledTemplate(fillStore);
  return await startTestApi({ ...options, template: await template });
}
