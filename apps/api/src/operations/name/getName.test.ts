import type { NamedAddress } from "@portico/contract";
import { deployEns } from "@portico/evm/testing";
import { startBareChain } from "@portico/devnet";
import { afterAll, expect, test } from "vitest";
import { createChainRpcs } from "../../data/chains/chainRpcs.ts";
import { createNames } from "../../data/names.ts";
import { readProblem } from "../../testing/readProblem.ts";
import { startFilledApi } from "../../testing/startFilledApi.ts";

const ALICE = `0x${"a1".repeat(20)}` as const;
const BOB = `0x${"b0".repeat(20)}` as const;

const chain = await startBareChain(1);
const rpcUrls = new Map([["eth", [chain.rpcUrl]]]);
const [api, ens] = await Promise.all([startFilledApi({ rpcUrls }), deployEns(chain.rpcUrl)]);
await ens.giveName("alice.eth", ALICE);
await ens.claimName(ALICE, "alice.eth");
await ens.claimName(BOB, "alice.eth");
await ens.giveName("shop.eth", BOB);
await ens.setResolver("empty.eth", ens.resolver);
afterAll(async () => {
  await api.stop();
  await chain.stop();
});

const get = (id: string) => api.get(`/v1/name?id=${encodeURIComponent(id)}`);
const request = async (id: string): Promise<NamedAddress> => (await (await get(id)).json()) as NamedAddress;

test("a name in any spelling resolves to its address, and an unresolvable one is null", async () => {
  expect(await request("alice.eth")).toEqual({ address: ALICE, name: "alice.eth" });
  expect(await request("ALICE.eth")).toEqual({ address: ALICE, name: "alice.eth" });
  expect(await request("shop.eth")).toEqual({ address: BOB, name: "shop.eth" });
  expect(await request("nobody.eth")).toEqual({ address: null, name: "nobody.eth" });
  expect(await request("empty.eth")).toEqual({ address: null, name: "empty.eth" });
});

test("an address has the name that it claims and that resolves back to it; the header has the block", async () => {
  expect(await request(ALICE.toUpperCase().replace("X", "x"))).toEqual({ address: ALICE, name: "alice.eth" });
  expect(await request(BOB)).toEqual({ address: BOB, name: null });
  expect((await get(ALICE)).headers.get("portico-chains")).toMatch(/^eth;block=\d+;time=\d+$/);
});

test.each(["", "alice", "a b.eth", "a..eth", ".eth", "0x12", `0x${"a".repeat(41)}`, `${"a".repeat(300)}.eth`])(
  "a text that is neither an address nor a possible name is rejected: %j",
  async (id) => {
    expect(await readProblem(await get(id))).toMatchObject({ status: 400, code: "invalid_params" });
  },
);

test("concurrent requests are read once; an unavailable node is reported, and called again for the next request", async () => {
  const rpcs = createChainRpcs(rpcUrls);
  let callCount = 0;
  const counting = {
    find: (id: string) => {
      const found = rpcs.find(id);
      if (found === undefined) return undefined;
      const getBlock: typeof found.rpc.getBlock = async (...args) => {
        if (++callCount === 1) throw new Error("away");
        return await found.rpc.getBlock(...args);
      };
      return { ...found, rpc: { ...found.rpc, getBlock } };
    },
  };
  const names = createNames(counting);
  await expect(names.findAddress("alice.eth")).rejects.toMatchObject({ code: "upstream_error" });
  const both = await Promise.all([names.findAddress("alice.eth"), names.findAddress("alice.eth")]);
  expect(both.map(({ value }) => value)).toEqual([ALICE, ALICE]);
  expect(callCount).toBe(2);
  const none = createNames(createChainRpcs(new Map()));
  await expect(none.findName(ALICE)).rejects.toMatchObject({ code: "upstream_error" });
});
