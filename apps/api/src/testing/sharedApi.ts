import { createFilledTemplate } from "@portico/store/testing";
import { fillNfts } from "./fillNfts.ts";
import { fillOwners } from "./fillOwners.ts";
import { fillStore } from "./fillStore.ts";
import { startTestApi, type TestApi } from "./startTestApi.ts";

/** Without what a test could write with. */
type SharedApi = Pick<TestApi, "url" | "key" | "get" | "post" | "getJson" | "getChains">;

let shared: Promise<SharedApi> | undefined;

/**
 * The real server over a store with all that the `fill*` files write, for tests that only read. One for all test files
 * of a worker; it ends with the worker.
 */
export function getSharedApi(): Promise<SharedApi> {
  shared ??= startShared();
  return shared;
}

async function startShared(): Promise<SharedApi> {
  const template = await createFilledTemplate(async (db) => {
    await fillStore(db);
    await fillOwners(db);
    await fillNfts(db);
  });
  return await startTestApi({ template });
}
