import { listLargestRequests, listOversized, measureRequests, worstOf } from "@portico/server/testing";
import { afterAll, expect, test } from "vitest";
import { loadDefinition } from "./definition.ts";
import { OPERATOR, startTestDashboard } from "./testing/startTestDashboard.ts";

const dashboard = await startTestDashboard({ trustedProxies: ["loopback"] });
afterAll(() => dashboard.stop());

test(
  "Q26 the largest requests of every operation, valid or not, get a proportionate response",
  { timeout: 600_000 },
  async () => {
    const operator = await dashboard.visit(OPERATOR);
    const { body: session } = await operator.readSession();
    const headers = {
      cookie: `portico_dashboard=${operator.cookie("portico_dashboard")}`,
      origin: dashboard.url,
      host: new URL(dashboard.url).host,
      "x-csrf-token": session.csrf_token,
    };
    const requests = listLargestRequests(loadDefinition() as Parameters<typeof listLargestRequests>[0]).filter(
      ({ target }) => !target.startsWith("/dashboard/sign-out"),
    );
    const measured = await measureRequests(requests, {
      port: Number(new URL(dashboard.url).port),
      headersOf: (index) => ({ ...headers, "x-forwarded-for": `198.51.${index >> 8}.${index & 255}` }),
    });
    console.log(`dashboard, ${measured.length} requests, the worst:\n${worstOf(measured)}`);
    expect(measured.filter(({ status }) => [401, 421, 429].includes(status))).toEqual([]);
    expect(listOversized(measured)).toEqual([]);
  },
);
