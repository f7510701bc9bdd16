import { deployEns } from "@portico/evm/testing";
import { startBareChain } from "@portico/devnet";
import { afterAll, expect, test } from "vitest";
import { readProblem } from "../../testing/readProblem.ts";
import { startFilledApi } from "../../testing/startFilledApi.ts";

const ALICE = `0x${"a1".repeat(20)}` as const;

const chain = await startBareChain(1);
const [api, ens] = await Promise.all([
  startFilledApi({ rpcUrls: new Map([["eth", [chain.rpcUrl]]]) }),
  deployEns(chain.rpcUrl),
]);
await ens.giveName("alice.eth", ALICE);
afterAll(async () => {
  await api.stop();
  await chain.stop();
});

test("a name has its address, one without an address an empty text, and what is no name is refused", async () => {
  expect(await api.getJson("/v1/wallet/ens?text=ALICE.eth")).toEqual({ addr: ALICE, name: "alice.eth" });
  expect(await api.getJson("/v1/wallet/ens?text=nobody.eth")).toEqual({ addr: "", name: "nobody.eth" });
  const { errors } = await readProblem(await api.get("/v1/wallet/ens?text=alice"));
  expect(Object.keys(errors ?? {})).toEqual(["text"]);
});
