import type { UserToken } from "@portico/contract";
import type { WalletToken } from "@portico/contract/live";
import { expect, test } from "vitest";
import { ALICE } from "../../testing/fillStore.ts";
import { readProblem } from "../../testing/readProblem.ts";
import { getSharedApi } from "../../testing/sharedApi.ts";

const api = await getSharedApi();

const user = `id=${ALICE}`;

test("tokens of all chains or of one, with the exact amount as text in live", async () => {
  const all = await api.getJson<UserToken[]>(`/v1/user/all_token_list?${user}`);
  expect(await api.getJson(`/v1/user/history_token_list?${user}`)).toEqual(all);
  const live = await api.getJson<WalletToken[]>(`/live/v1/user/history_token_list?${user}`);
  expect(live.map(({ raw_amount: raw }) => raw)).toEqual(all.map(({ raw_amount_str: raw }) => raw));
  const ofChain = await api.getJson<UserToken[]>(
    `/v1/user/history_token_list?${user}&chain_id=base&date_at=2999-01-01`,
  );
  expect(ofChain).toEqual(await api.getJson(`/v1/user/token_list?${user}&chain_id=base`));
  const both = await readProblem(
    await api.get(`/v1/user/history_token_list?${user}&date_at=2025-11-20&time_at=1763600000`),
  );
  expect(Object.keys(both.errors ?? {})).toContain("date_at");
});
