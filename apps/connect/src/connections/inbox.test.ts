import { createAccessKey } from "@portico/store";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createParts } from "../parts.ts";
import { TestUser } from "../testing/testUser.ts";
import { sendTo } from "../testing/sendTo.ts";
import { startTestConnect, type TestConnect } from "../testing/startTestConnect.ts";

let connect: TestConnect;
beforeAll(async () => {
  connect = await startTestConnect({ parts: createParts });
});
afterAll(() => connect.stop());

test("messages are listed newest first, marked as read by their recipient, and end with a block", async () => {
  const [user, otherUser] = [new TestUser(connect.issuer), new TestUser(connect.issuer)];
  await Promise.all([user.enter(), otherUser.enter()]);
  const { id: keyId } = await createAccessKey(connect.db, { name: "Shop" });
  const send = (id: string) => sendTo(connect.db, keyId, { id, recipient: user.address });
  await send("ms_1");
  await send("ms_2");
  const inbox = async (query = "") => (await user.request(`/connections/inbox${query}`)).body;
  const sender = { id: keyId, name: "Shop", is_blocked: false };
  const second = { id: "ms_2", text: "Text of ms_2", url: "", sender, sent_at: expect.any(Number), is_read: false };
  expect(await inbox()).toEqual({
    message_list: [second, { ...second, id: "ms_1", text: "Text of ms_1" }],
    total_count: 2,
    unread_count: 2,
    blocked_list: [],
  });
  expect(await inbox("?start=1&limit=1")).toMatchObject({ message_list: [{ id: "ms_1" }], total_count: 2 });
  expect((await otherUser.request("/connections/inbox")).body).toMatchObject({ message_list: [], total_count: 0 });

  const read = (who: TestUser, id: string) => who.request(`/connections/inbox/${id}/read`, { method: "PUT" });
  for (let twice = 0; twice < 2; twice++) expect((await read(user, "ms_1")).body).toEqual({});
  for (const [who, id] of [
    [otherUser, "ms_2"],
    [user, "ms_3"],
  ] as const)
    expect((await read(who, id)).body.error).toBe("not_found");
  expect((await read(user, "%00")).body.error).toBe("invalid_params");
  expect(await inbox()).toMatchObject({ unread_count: 1, message_list: [{ is_read: false }, { is_read: true }] });

  const block = (who: TestUser, method: string, id = keyId) => who.request(`/connections/blocked/${id}`, { method });
  expect((await block(otherUser, "PUT")).body.error).toBe("not_found"); // never sent a message
  for (let twice = 0; twice < 2; twice++) expect((await block(user, "PUT")).body).toEqual({});
  await send("ms_4");
  expect(await inbox()).toMatchObject({
    total_count: 2,
    message_list: [{ sender: { is_blocked: true } }, {}],
    blocked_list: [{ id: keyId, name: "Shop" }],
  });
  await block(user, "DELETE");
  await send("ms_5");
  expect(await inbox()).toMatchObject({ total_count: 3, message_list: [{ id: "ms_5" }, {}, {}], blocked_list: [] });
});
