import { expect, test } from "vitest";
import { FetchError, refuse } from "@portico/safe-fetch";
import { createHosts } from "./hosts.ts";

const down = () => Promise.reject(new FetchError("took too long", { isPermanent: false, isHostDown: true }));
const missing = () => Promise.reject(refuse("not JSON"));
const fine = () => Promise.resolve("fine");

test("a host that is repeatedly down is paused, longer each time, while others continue", async () => {
  let time = 0;
  const hosts = createHosts({ perHost: 8, concurrency: 8 }, () => time);
  for (let i = 0; i < 5; i++) await expect(hosts.run("down", down)).rejects.toThrow("took too long");
  expect(await hosts.run("down", fine)).toEqual({ kind: "later", delaySeconds: 60 });
  expect(await hosts.run("other", fine)).toEqual({ kind: "done", value: "fine" });
  time = 60_000;
  await expect(hosts.run("down", down)).rejects.toThrow("took too long");
  expect(await hosts.run("down", fine)).toEqual({ kind: "later", delaySeconds: 120 });
  time += 120_000;
  expect(await hosts.run("down", fine)).toEqual({ kind: "done", value: "fine" });
  await expect(hosts.run("down", down)).rejects.toThrow("took too long");
  expect(await hosts.run("down", fine)).toEqual({ kind: "done", value: "fine" });
});

test("a host that responds with nonsense is not down", async () => {
  const hosts = createHosts({ perHost: 8, concurrency: 8 }, () => 0);
  for (let i = 0; i < 20; i++) await expect(hosts.run("odd", missing)).rejects.toThrow("not JSON");
  expect(await hosts.run("odd", fine)).toEqual({ kind: "done", value: "fine" });
});

test("fetches per host, running and waiting, are limited", async () => {
  const hosts = createHosts({ perHost: 2, concurrency: 100 }, () => 0);
  const { promise: opened, resolve: open } = Promise.withResolvers<string>();
  let [running, max] = [0, 0];
  const slow = async () => {
    max = Math.max(max, ++running);
    await opened;
    running--;
    return "slow";
  };
  const runs = Array.from({ length: 20 }, () => hosts.run("slow", slow));
  await Promise.resolve();
  expect(await hosts.run("fast", fine)).toEqual({ kind: "done", value: "fine" });
  open("now");
  const kinds = (await Promise.all(runs)).map(({ kind }) => kind);
  expect([max, kinds.filter((kind) => kind === "done").length]).toEqual([2, 10]);
});
