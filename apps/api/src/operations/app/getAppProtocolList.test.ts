import type { AppProtocol } from "@portico/contract";
import { findDeployed, listApps } from "@portico/protocols";
import { setProtocolOff } from "@portico/store";
import { afterAll, expect, test } from "vitest";
import { startTestApi } from "../../testing/startTestApi.ts";

const api = await startTestApi();
afterAll(() => api.stop());

test("every application is listed in the order of ids, and none is a protocol too", async () => {
  const res = await api.get("/v1/app_protocol/list");
  expect(res.status).toBe(200);
  const list = (await res.json()) as AppProtocol[];
  expect(list.map(({ id }) => id)).toEqual(
    listApps()
      .map(({ id }) => id)
      .toSorted(),
  );
  expect(list).toContainEqual({
    id: "polymarket",
    name: "Polymarket",
    logo_url: "",
    site_url: "https://polymarket.com",
    has_supported_portfolio: true,
  });
  expect(list.filter(({ id }) => findDeployed(id) !== undefined)).toEqual([]);
});

test("one that the operator disabled is no longer supported", async () => {
  await setProtocolOff(api.db, { id: "polymarket", chain: "", isOff: true, reason: null, actor: "test" });
  await api.api.protocols.reload();
  const list = (await (await api.get("/v1/app_protocol/list")).json()) as AppProtocol[];
  expect(list.find(({ id }) => id === "polymarket")).toMatchObject({ has_supported_portfolio: false });
  await setProtocolOff(api.db, { id: "polymarket", chain: "", isOff: false, reason: null, actor: "test" });
  await api.api.protocols.reload();
});

test("the list depends on no chain: no header names any, and it is unchanged for repeated requests", async () => {
  const { headers } = await api.get("/v1/app_protocol/list");
  expect(headers.get("portico-chains")).toBeNull();
  const again = await api.get("/v1/app_protocol/list", { "If-None-Match": headers.get("etag") ?? "" });
  expect(again.status).toBe(304);
});
