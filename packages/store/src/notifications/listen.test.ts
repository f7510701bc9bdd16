import { once } from "node:events";
import { createServer } from "node:net";
import { sql } from "kysely";
import { afterAll, expect, test, vi } from "vitest";
import { createAccessKey, revokeAccessKey } from "../accounts/accessKeys.ts";
import { ACCESS_KEY_CHANNEL } from "./channels.ts";
import { listen } from "./listen.ts";
import type { ChannelHandler } from "./listen.ts";
import { notify } from "./notify.ts";
import { startTcpProxy } from "../testing/tcpProxy.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";

const { db, url, drop } = await createTestDatabase();
afterAll(drop);

test("each handler gets its own channel's notifications, after a first call to load", async () => {
  const [one, two] = [vi.fn<ChannelHandler>(), vi.fn<ChannelHandler>()];
  const stop = await listen(url, { channels: { one, "Two; drop": two } });
  await notify(db, "one", "a");
  await notify(db, "Two; drop", "b");
  await notify(db, "three", "c");
  await vi.waitFor(() => expect(two.mock.calls).toEqual([[undefined], ["b"]]));
  expect(one.mock.calls).toEqual([[undefined], ["a"]]);
  await stop();
});

test("a broken connection is re-established, and the handler is called to load", async () => {
  const [onNotify, onError] = [vi.fn<ChannelHandler>(), vi.fn<(error: Error) => void>()];
  const stop = await listen(url, { channels: { one: onNotify }, onError });
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'portico-listen' and datname = current_database()`.execute(db);
  await vi.waitFor(() => expect(onNotify).toHaveBeenCalledTimes(2));
  expect(onNotify).toHaveBeenLastCalledWith(undefined);
  expect(onError).toHaveBeenCalled();
  await notify(db, "one", "after");
  await vi.waitFor(() => expect(onNotify).toHaveBeenLastCalledWith("after"));
  await stop();
});

test("a connection that goes silent without closing is detected and re-established", async () => {
  const proxy = await startTcpProxy(url);
  const [onNotify, onError] = [vi.fn<ChannelHandler>(), vi.fn<(error: Error) => void>()];
  const stop = await listen(proxy.url, { channels: { one: onNotify }, onError, beatMs: 100 });
  proxy.silence();
  await vi.waitFor(() => expect(onNotify).toHaveBeenCalledTimes(2));
  expect(onError).toHaveBeenCalled();
  await notify(db, "one", "a");
  await vi.waitFor(() => expect(onNotify).toHaveBeenLastCalledWith("a"));
  await stop();
  await proxy.stop();
});

test("if notifications don't arrive, handlers are called to load periodically, and onReceiving reports it", async () => {
  const elsewhere = await createTestDatabase();
  const [onNotify, onReceiving, onError] = [
    vi.fn<ChannelHandler>(),
    vi.fn<(isReceiving: boolean) => void>(),
    vi.fn<(error: Error) => void>(),
  ];
  const options = { channels: { one: onNotify }, onReceiving, onError, beatMs: 20 };
  const stop = await listen(elsewhere.url, { ...options, notifyUrl: url });
  await notify(db, "one", "a");
  await vi.waitFor(() => expect(onNotify.mock.calls.length).toBeGreaterThan(2));
  expect(new Set(onNotify.mock.calls.flat())).toEqual(new Set([undefined]));
  expect(onReceiving.mock.calls).toEqual([[false]]);
  expect(onError.mock.calls).toEqual([[expect.objectContaining({ name: "NotificationsLostError" })]]);
  await stop();
  await elsewhere.drop();
});

test("notifications that cease to arrive are lost, and received again on another connection", async () => {
  const proxy = await startTcpProxy(url);
  const onReceiving = vi.fn<(isReceiving: boolean) => void>();
  const stop = await listen(proxy.url, { channels: {}, notifyUrl: url, onReceiving, beatMs: 100 });
  await vi.waitFor(() => expect(onReceiving).toHaveBeenLastCalledWith(true));
  proxy.silence();
  await vi.waitFor(() => expect(onReceiving).toHaveBeenCalledWith(false));
  await vi.waitFor(() => expect(onReceiving).toHaveBeenLastCalledWith(true));
  await stop();
  await proxy.stop();
});

test("stopping ends the connection; later notifications are not received", async () => {
  const onNotify = vi.fn<ChannelHandler>();
  const stop = await listen(url, { channels: { one: onNotify } });
  await stop();
  await notify(db, "one", "late");
  const { rows } = await sql`select from pg_stat_activity
    where application_name = 'portico-listen' and datname = current_database()`.execute(db);
  expect(rows).toHaveLength(0);
  expect(onNotify).toHaveBeenCalledTimes(1);
});

test("stopping also ends a reconnection attempt that gets no response", async () => {
  const proxy = await startTcpProxy(url);
  const stop = await listen(proxy.url, { channels: {} });
  await proxy.stop();
  const silent = createServer((socket) => socket.on("error", () => undefined).resume());
  silent.listen(Number(new URL(proxy.url).port), "127.0.0.1");
  await once(silent, "connection");
  await expect(stop()).resolves.toBeUndefined();
  silent.close();
});

test("an unavailable server is an immediate error", async () => {
  await expect(listen("postgresql://nobody@127.0.0.1:1/none", { channels: {} })).rejects.toThrow("ECONNREFUSED");
});

test("a revoked access key is notified by its id", async () => {
  const onNotify = vi.fn<ChannelHandler>();
  const stop = await listen(url, { channels: { [ACCESS_KEY_CHANNEL]: onNotify } });
  const { id } = await createAccessKey(db, { name: "demo" });
  await revokeAccessKey(db, id);
  await vi.waitFor(() => expect(onNotify).toHaveBeenLastCalledWith(id));
  await stop();
});
