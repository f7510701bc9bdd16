import { expect, test } from "vitest";
import { DAVE } from "../../testing/fillOwners.ts";
import { readProblem } from "../../testing/readProblem.ts";
import { getSharedApi } from "../../testing/sharedApi.ts";

const api = await getSharedApi();

test("without a day or time it is the protocol now, and both at once are refused", async () => {
  const query = `protocol_id=aave3&id=${DAVE}`;
  expect(await api.getJson(`/v1/user/history_protocol?${query}`)).toEqual(
    await api.getJson(`/v1/user/protocol?${query}`),
  );
  const res = await api.get(`/v1/user/history_protocol?${query}&date_at=2025-11-20&time_at=1763600000`);
  expect(Object.keys((await readProblem(res)).errors ?? {})).toContain("date_at");
});
