import { listLargestRequests, listOversized, measureRequests, worstOf } from "@portico/server/testing";
import { afterAll, expect, test } from "vitest";
import { loadDefinition } from "../http/definition.ts";
import { startFilledApi } from "../testing/startFilledApi.ts";

const api = await startFilledApi({ initialScanWaitMs: 0 });
afterAll(() => api.stop());

const MASK = `{${"a{".repeat(15)}${"b,".repeat(900)}c${"}".repeat(15)}}`;

test(
  "Q26 the largest requests of every operation, valid or not, get proportionate responses",
  { timeout: 600_000 },
  async () => {
    const requests = listLargestRequests(loadDefinition() as unknown as Parameters<typeof listLargestRequests>[0]);
    const headersOf = (index: number) => ({ AccessKey: api.key, ...(index % 2 === 1 && { "X-Fields": MASK }) });
    const measured = await measureRequests(requests, { port: api.port, headersOf });
    console.log(`api, ${measured.length} requests, the worst:\n${worstOf(measured)}`);
    expect(listOversized(measured)).toEqual([]);
  },
);
