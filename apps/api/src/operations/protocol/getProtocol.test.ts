import type { Protocol } from "@portico/contract";
import { chains } from "@portico/evm";
import { listDeployed } from "@portico/protocols";
import { replacePools, setProtocolOff } from "@portico/store";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { ETH_HEAD } from "../../testing/fillStore.ts";
import { readProblem } from "../../testing/readProblem.ts";
import { startFilledApi } from "../../testing/startFilledApi.ts";

const api = await startFilledApi();
afterAll(() => api.stop());
afterEach(async () => {
  await api.db.deleteFrom("protocol").execute();
  await api.api.protocols.reload();
});

const SERVED = new Set(["eth", "base", "arb"]);
const request = async <T>(target: string): Promise<T> => {
  const res = await api.get(target);
  expect(res.status).toBe(200);
  return (await res.json()) as T;
};
const stats = (tvlUsd: number | null) => ({ ...ETH_HEAD, tvlUsd, pools: [] });
const deployedOn = (slugs: readonly string[]) => slugs.flatMap((slug) => listDeployed(slug).map(({ id }) => id));

test("a protocol is found by its id, with its adapter's metadata and its deposits", async () => {
  await replacePools(api.db, "eth", "uniswap2", stats(1_234_567.5));
  await vi.waitFor(async () =>
    expect(await request<Protocol>("/v1/protocol?id=uniswap2")).toEqual({
      id: "uniswap2",
      chain: "eth",
      name: "Uniswap V2",
      logo_url: "",
      site_url: "https://app.uniswap.org",
      has_supported_portfolio: true,
      tvl: 1_234_568,
    }),
  );
});

test("every known protocol is found, also on an unserved chain, and the header states that", async () => {
  const ids = chains.flatMap(({ slug }) => {
    const known = deployedOn([slug]);
    for (const id of known) expect(api.api.protocols.toResponse(id)).toMatchObject({ id, chain: slug });
    return [...known.slice(0, 2), ...known.slice(-2)]; // thousands of requests would take seconds
  });
  for (const id of new Set(ids)) expect(await request<Protocol>(`/v1/protocol?id=${id}`)).toMatchObject({ id });
  const elsewhere = chains.flatMap(({ slug }) => (SERVED.has(slug) ? [] : listDeployed(slug)))[0];
  const res = await api.get(`/v1/protocol?id=${elsewhere?.id ?? ""}`);
  expect(res.headers.get("portico-chains")).toBe(`${elsewhere?.chain};unserved`);
  const header = (await api.get("/v1/protocol?id=uniswap2")).headers.get("portico-chains");
  expect(header).toBe("eth;block=19000000;time=1763700000;since=18992800");
});

test.each(["aave9", "", "UNISWAP2", "__proto__", "é".repeat(500)])(
  "%j is not a protocol: 400, safely quoted",
  async (id) => {
    const problem = await readProblem(await api.get(`/v1/protocol?id=${id}`));
    expect(problem).toMatchObject({ status: 400, code: id === "" ? "invalid_params" : "protocol_not_found" });
    expect(problem.message.length).toBeLessThan(100);
  },
);

test("a protocol that an operator disables is no longer supported, and supported again once enabled, by notification", async () => {
  const isSupported = async () => (await request<Protocol>("/v1/protocol?id=uniswap2")).has_supported_portfolio;
  expect([await isSupported(), api.api.protocols.isOff("uniswap2")]).toEqual([true, false]);
  await setProtocolOff(api.db, { id: "uniswap2", chain: "eth", isOff: true, reason: "reads revert", actor: "test" });
  await vi.waitFor(async () => expect(await isSupported()).toBe(false));
  expect(api.api.protocols.isOff("uniswap2")).toBe(true);
  await setProtocolOff(api.db, { id: "uniswap2", chain: "eth", isOff: false, reason: null, actor: "test" });
  await vi.waitFor(async () => expect(await isSupported()).toBe(true));
});
