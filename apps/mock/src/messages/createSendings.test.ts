import type { GroupSendRequest } from "@portico/contract";
import type { IHttpRequest } from "@stoplight/prism-http";
import { expect, test } from "vitest";
import { createSendings, type SendingCall } from "./createSendings.ts";

const DAY_MS = 86_400_000;
const content = { type: "text", value: { data: "Hello", version: "v1" } };

/** A sending to these addresses, with a key. */
function callTo(addresses: readonly string[], key = "one"): SendingCall {
  const body = { address_list: addresses, content } as unknown as GroupSendRequest;
  const request: IHttpRequest = {
    method: "post",
    url: { path: "/v1/official/group_send" },
    headers: { "idempotency-key": key },
    body,
  };
  return { operationId: "postOfficialGroupSend", request, account: "pk_1" };
}

const statusOf = (id: string): SendingCall => ({
  operationId: "getOfficialMessageStatus",
  request: { method: "get", url: { path: "/v1/official/message/status", query: { id } } },
  account: "pk_1",
});

test("a key identifies its sending for a day; afterwards the same key starts another one, and both are known", () => {
  let nowMs = Date.UTC(2026, 0, 1);
  const sendings = createSendings(() => nowMs);
  const send = (call: SendingCall) => (sendings.answer(call, {}) as { group_send_id: string }).group_send_id;
  const first = send(callTo(["0xa"]));
  nowMs += DAY_MS - 1;
  expect([sendings.isRepeated(callTo(["0xa"])), send(callTo(["0xa"]))]).toEqual([true, first]);
  expect(() => send(callTo(["0xa", "0xb"]))).toThrow("another body");
  nowMs += 1;
  expect(sendings.isRepeated(callTo(["0xa"]))).toBe(false);
  const second = send(callTo(["0xa", "0xb"]));
  expect(second).not.toBe(first);
  expect(sendings.isRepeated(callTo(["0xa", "0xb"]))).toBe(true);
  expect([first, second].map((id) => sendings.answer(statusOf(id), {}))).toMatchObject([
    { id: first, recipient_count: 1 },
    { id: second, recipient_count: 2 },
  ]);
});
