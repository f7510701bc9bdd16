import { listLargestRequests, listOversized, measureRequests, worstOf } from "@portico/server/testing";
import { afterAll, expect, test } from "vitest";
import { startMeScene } from "../testing/meScene.ts";
import { loadMeDefinition } from "./definition.ts";

const scene = await startMeScene();
afterAll(() => scene.stop());

test(
  "Q26 the largest requests of every operation, valid or not, get proportionate responses",
  { timeout: 600_000 },
  async () => {
    const requests = listLargestRequests(loadMeDefinition() as unknown as Parameters<typeof listLargestRequests>[0]);
    const headers = { authorization: `Bearer ${await scene.getToken()}`, host: new URL(scene.connect.issuer).host };
    const measured = await measureRequests(requests, {
      port: Number(new URL(scene.connect.issuer).port),
      headersOf: () => headers,
    });
    console.log(`connect, ${measured.length} requests, the worst:\n${worstOf(measured)}`);
    expect(measured.filter(({ status }) => status === 401 || status === 421)).toEqual([]);
    expect(listOversized(measured)).toEqual([]);
  },
);
