import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { inspect } from "node:util";
import { freePort } from "@portico/store/testing";
import { expect, onTestFinished, test } from "vitest";
import { createRateLimits, UNLIMITED, type RateState } from "./rateLimits.ts";
import { DEFAULT_RATES, readRateSettings, type RateSettings } from "./rateSettings.ts";
import { readUnitOverrides } from "./readUnitOverrides.ts";

const logged: string[] = [];
const note = (fields: object, text: string) => void logged.push(`${text} ${inspect(fields, { depth: null })}`);

async function open(settings: Partial<RateSettings> = {}) {
  const rates = await createRateLimits({ ...DEFAULT_RATES, ...settings }, { warn: note, error: note });
  onTestFinished(rates.close);
  return rates;
}
const rest = ({ remaining, retryAfter }: RateState) => `${remaining} ${retryAfter ?? "-"}`;

test("M09 requests within the limit pass, then none until the window ends; each key counts by itself, and its own limit applies", async () => {
  const rates = await open({ perKey: 2 });
  const taken = [await rates.take("default", "a"), await rates.take("default", "a"), await rates.take("default", "a")];
  expect(taken.map(rest)).toEqual(['"default";r=1;t=1 -', '"default";r=0;t=1 -', '"default";r=0;t=1 1']);
  expect(taken[0]?.policy).toBe('"default";q=2;w=1');
  expect(rest(await rates.take("default", "b"))).toBe('"default";r=1;t=1 -');
  expect(rest(await rates.take("default", "c", 1))).toBe('"default";r=0;t=1 -');
  expect(rest(await rates.take("default", "c", 1))).toBe('"default";r=0;t=1 1');
  expect(await rates.take("address", "a")).toMatchObject({ policy: '"address";q=500;w=1', retryAfter: undefined });
  await expect.poll(async () => (await rates.take("default", "a")).retryAfter).toBeUndefined();
});

test("requests count by key and window: a changed limit within a second does not reset the count", async () => {
  const rates = await open();
  const allowed: number[] = [];
  for (const quota of [5, 4, 6, 3]) {
    for (let call = 0; call < 10; call++) {
      if ((await rates.take("default", "a", quota)).retryAfter === undefined) allowed.push(quota);
    }
  }
  expect(allowed).toEqual([5, 5, 5, 5, 5]);
});

test("a returned request was never counted, and requests without a limit are not counted", async () => {
  const rates = await open({ refusedPerAddress: 1, perKey: UNLIMITED });
  for (let round = 0; round < 3; round++) {
    expect((await rates.take("refused", "a")).retryAfter).toBeUndefined();
    await rates.giveBack("refused", "a");
  }
  expect((await rates.take("default", "a")).remaining).toBe('"default";r=999999999999999;t=1');
});

test("without Redis each process counts by itself, and logs it once", async () => {
  const rates = await open({ perKey: 1, redisUrl: `redis://127.0.0.1:${await freePort()}` });
  expect((await rates.take("default", "a")).retryAfter).toBeUndefined();
  expect((await rates.take("default", "a")).retryAfter).toBe(1);
  await expect.poll(() => logged).toHaveLength(1);
});

test("a Redis that rejects the password is reported without the password", async () => {
  const server = createServer((socket) => socket.on("error", () => undefined).on("data", () => socket.write(REFUSAL)));
  server.listen(await freePort(), "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  logged.length = 0;
  const { port } = server.address() as AddressInfo;
  const rates = await open({ perKey: 1, redisUrl: `redis://ann:sesame@127.0.0.1:${port}` });
  await expect.poll(() => logged.join()).toContain("WRONGPASS");
  expect(logged.join()).not.toMatch(/ann|sesame/);
  expect((await rates.take("default", "a")).retryAfter).toBeUndefined();
});

const REFUSAL = "-WRONGPASS invalid username-password pair\r\n";

const hasRedis = (): boolean => {
  try {
    execFileSync("redis-server", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
};

test.skipIf(!hasRedis())("with a real Redis (redis-server) two processes count together", async () => {
  const port = await freePort();
  const redis = spawn("redis-server", ["--port", String(port), "--save", "", "--appendonly", "no"], { stdio: "pipe" });
  onTestFinished(() => void redis.kill());
  while (!String(await once(redis.stdout, "data")).includes("Ready to accept")) continue;
  const settings = { perKey: 5, redisUrl: `redis://127.0.0.1:${port}` };
  const processes = [await open(settings), await open(settings)] as const;
  await sleep(200); // connected
  const taken = [];
  for (let n = 0; n < 8; n++) taken.push(await processes[n % 2]!.take("default", "a"));
  expect(taken.map(({ retryAfter }) => retryAfter !== undefined)).toEqual([0, 0, 0, 0, 0, 1, 1, 1].map(Boolean));
  const changed = await Promise.all([4, 3, 2].map((quota) => processes[0].take("default", "a", quota)));
  expect(changed.map(({ retryAfter }) => retryAfter)).toEqual([1, 1, 1]); // a changed limit does not reset the count
});

test("the settings are requests per second and a Redis; a wrong one is reported by name, without secrets", () => {
  expect(readRateSettings({})).toEqual(DEFAULT_RATES);
  const env = { PORTICO_RATE_PER_KEY: "7", PORTICO_RATE_PER_IP: "70", REDIS_URL: "rediss://:secret@redis:6379" };
  expect(readRateSettings(env)).toMatchObject({ perKey: 7, perAddress: 70, redisUrl: env.REDIS_URL });
  for (const rate of ["0", "-1", "1.5", "many"]) {
    expect(() => readRateSettings({ PORTICO_RATE_PER_IP: rate })).toThrow(/^PORTICO_RATE_PER_IP must be requests/);
  }
  expect(() => readRateSettings({ REDIS_URL: "http://:secret@redis" })).toThrow(
    /^REDIS_URL must be a redis(?!.*secret)/,
  );
});

test("M12 a price that is not a positive integer, or of an operation without a price, is rejected at start", () => {
  expect(readUnitOverrides({ PORTICO_UNITS: "getToken=2, getUserProtocol = 5," })).toEqual({
    getToken: 2,
    getUserProtocol: 5,
  });
  expect(readUnitOverrides({})).toEqual({});
  for (const units of ["0", "-1", "NaN", "0.5", "1e3", ""]) {
    expect(() => readUnitOverrides({ PORTICO_UNITS: `getToken=${units}` })).toThrow(/^PORTICO_UNITS/);
  }
  for (const name of ["getNothing", "getHealthz", "getAccountUnits", "toString"]) {
    expect(() => readUnitOverrides({ PORTICO_UNITS: `${name}=1` })).toThrow(
      `'${name}=1' names no operation with a price`,
    );
  }
});
