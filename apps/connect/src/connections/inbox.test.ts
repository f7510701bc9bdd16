import { createAccessKey } from "@portico/store";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createParts } from "../parts.ts";
import { Person } from "../testing/person.ts";
import { sendTo } from "../testing/sendTo.ts";
import { startTestConnect, type TestConnect } from "../testing/startTestConnect.ts";

let connect: TestConnect;
beforeAll(async () => {
  connect = await startTestConnect({ parts: createParts });
});
afterAll(() => connect.stop());

test("messages are listed newest first, marked as read by their recipient, and end with a block", async () => {
  const [person, stranger] = [new Person(connect.issuer), new Person(connect.issuer)];
  await Promise.all([person.enter(), stranger.enter()]);
  const { id: keyId } = await createAccessKey(connect.db, { name: "Shop" });
  const send = (id: string) => sendTo(connect.db, keyId, { id, recipient: person.address });
  await send("ms_1");
  await send("ms_2");
  const inbox = async (query = "") => (await person.ask(`/connections/inbox${query}`)).body;
  const sender = { id: keyId, name: "Shop", is_blocked: false };
  const second = { id: "ms_2", text: "Text of ms_2", url: "", sender, sent_at: expect.any(Number), is_read: false };
  expect(await inbox()).toEqual({
    message_list: [second, { ...second, id: "ms_1", text: "Text of ms_1" }],
    total_count: 2,
    unread_count: 2,
    blocked_list: [],
  });
  expect(await inbox("?start=1&limit=1")).toMatchObject({ message_list: [{ id: "ms_1" }], total_count: 2 });
  expect((await stranger.ask("/connections/inbox")).body).toMatchObject({ message_list: [], total_count: 0 });

  const read = (who: Person, id: string) => who.ask(`/connections/inbox/${id}/read`, { method: "PUT" });
  for (let twice = 0; twice < 2; twice++) expect((await read(person, "ms_1")).body).toEqual({});
  for (const [who, id] of [
    [stranger, "ms_2"],
    [person, "ms_3"],
  ] as const)
    expect((await read(who, id)).body.error).toBe("not_found");
  expect((await read(person, "%00")).body.error).toBe("invalid_params");
  expect(await inbox()).toMatchObject({ unread_count: 1, message_list: [{ is_read: false }, { is_read: true }] });

  const block = (who: Person, method: string, id = keyId) => who.ask(`/connections/blocked/${id}`, { method });
  expect((await block(stranger, "PUT")).body.error).toBe("not_found"); // never sent a message
  for (let twice = 0; twice < 2; twice++) expect((await block(person, "PUT")).body).toEqual({});
  await send("ms_4");
  expect(await inbox()).toMatchObject({
    total_count: 2,
    message_list: [{ sender: { is_blocked: true } }, {}],
    blocked_list: [{ id: keyId, name: "Shop" }],
  });
  await block(person, "DELETE");
  await send("ms_5");
  expect(await inbox()).toMatchObject({ total_count: 3, message_list: [{ id: "ms_5" }, {}, {}], blocked_list: [] });
});
