import type { UserProtocol } from "@portico/contract";
import { Token } from "structured-headers";
import { expect, test } from "vitest";
import { DAVE, DAVES_USD } from "../../testing/fillOwners.ts";
import { BOB } from "../../testing/fillStore.ts";
import { readProblem } from "../../testing/readProblem.ts";
import { getSharedApi } from "../../testing/sharedApi.ts";

const api = await getSharedApi();
const request = (protocolId: string, owner: string = DAVE) =>
  api.getJson<UserProtocol[]>(`/v1/user/protocol?protocol_id=${protocolId}&id=${owner}`);

test("an owner's positions in a protocol are its entry of complex_protocol_list", async () => {
  const all = await api.getJson<UserProtocol[]>(`/v1/user/complex_protocol_list?chain_id=eth&id=${DAVE}`);
  for (const id of ["aave3", "uniswap2"] as const) {
    const body = await request(id);
    expect(body).toMatchObject([{ id, chain: "eth", net_usd_value: DAVES_USD[id] }]);
    expect(body).toEqual(all.filter((protocol) => protocol.id === id));
  }
});

test("the chain is the protocol's own", async () => {
  expect(await request("base_aave3")).toMatchObject([{ id: "base_aave3", net_usd_value: DAVES_USD.base_aave3 }]);
  const header = await api.getChains(`/v1/user/protocol?protocol_id=base_aave3&id=${DAVE}`);
  expect([...header]).toEqual([["base", { block: 7_000_000, time: 1_763_700_100, ledger: new Token("closed") }]]);
});

test("an unknown protocol is 400, one without a position an empty list", async () => {
  const res = await api.get(`/v1/user/protocol?protocol_id=nobodys&id=${BOB}`);
  expect([res.status, (await readProblem(res)).code]).toEqual([400, "protocol_not_found"]);
  expect(await request("uniswap2", BOB)).toEqual([]);
  const own = await api.getChains(`/v1/user/protocol?protocol_id=uniswap2&id=${BOB}`);
  expect([...own]).toEqual([
    ["eth", { block: 19_000_000, time: 1_763_700_000, since: 18_992_800, ledger: new Token("closed") }],
  ]); // no node is needed
  expect(await request("bsc_pancakeswap")).toEqual([]);
  const header = await api.getChains(`/v1/user/protocol?protocol_id=bsc_pancakeswap&id=${DAVE}`);
  expect([...header]).toEqual([["bsc", { unserved: true }]]);
});
