import { operationTable, type UserToken } from "@portico/contract";
import type { WalletToken } from "@portico/contract/live";
import { expect, test } from "vitest";
import { ALICE, USDC } from "./testing/fillStore.ts";
import { getSharedApi } from "./testing/sharedApi.ts";

const api = await getSharedApi();

const user = `id=${ALICE}`;
const body = async (target: string) => {
  const res = await api.get(target);
  return { status: res.status, text: await res.text() };
};

test.each([
  ["/v1/user/token_auth_list", "/v1/user/token_authorized_list", `${user}&chain_id=eth`],
  ["/v2/user/token_authorized_list", "/v1/user/token_authorized_list", `${user}&chain_id=eth`],
  ["/v1/user/nft_auth_list", "/v1/user/nft_authorized_list", `${user}&chain_id=eth`],
  ["/v1/user/protocol_list", "/v1/user/all_simple_protocol_list", user],
  ["/v1/engine/addr/used_chain_list", "/v1/user/used_chain_list", user],
  ["/v1/token/list", "/v1/token/list_by_ids", `chain_id=eth&ids=${USDC},eth`],
])("%s is %s", async (alias, path, query) => {
  for (const prefix of ["", "/live"]) {
    const answer = await body(`${prefix}${alias}?${query}`);
    expect(answer.status).toBe(200);
    expect(answer).toEqual(await body(`${prefix}${path}?${query}`));
  }
  expect(await body(`${alias}?${query.replace(ALICE, "0x1")}&chain_id=nowhere`)).toMatchObject({ status: 400 });
});

test("an alias costs what the operation that it aliases costs", () => {
  expect(operationTable.getUserTokenAuthList.units).toBe(operationTable.getUserTokenAuthorizedList.units);
  expect(operationTable.getUserCacheTokenList.units).toBe(operationTable.getUserAllTokenList.units);
  expect(operationTable.postV2UserTotalBalance.units).toBe(operationTable.getUserTotalBalance.units);
  expect(operationTable.postV2WalletGasMarket.units).toBe(operationTable.getWalletGasMarket.units);
});

test("a wallet's cached list has the exact amount as text in live", async () => {
  const all = await api.getJson<UserToken[]>(`/v1/user/all_token_list?${user}`);
  expect(await api.getJson(`/v1/user/cache_token_list?${user}`)).toEqual(all);
  const live = await api.getJson<WalletToken[]>(`/live/v1/user/cache_token_list?${user}`);
  expect(live.map(({ raw_amount: raw }) => raw)).toEqual(all.map(({ raw_amount_str: raw }) => raw));
});
