import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test, vi } from "vitest";
import { type Running, supervise, type SuperviseOptions, type Unit } from "./supervise.ts";

/** Real processes, each of which runs a shell `script`. */
function createUnit(script: string): { unit: Unit; pids: number[] } {
  const pids: number[] = [];
  const start: Unit["start"] = async () => {
    const child = spawn("sh", ["-c", script]);
    await once(child, "spawn");
    pids.push(child.pid ?? 0);
    const exit = once(child, "exit") as Promise<[number | null, string | null]>;
    const stop = async (): Promise<void> => {
      child.kill("SIGKILL");
      await exit;
    };
    return { ended: exit.then(([code, signal]) => signal ?? `code ${code}`), stop };
  };
  return { unit: { name: "it", start }, pids };
}

function run(unit: Unit, options: Partial<SuperviseOptions> = {}) {
  const lines: string[] = [];
  const giveUp = vi.fn<(reason: string) => void>();
  const supervision = supervise(unit, {
    report: (line) => lines.push(line),
    giveUp,
    delaysMs: [0, 10, 20],
    ...options,
  });
  onTestFinished(supervision.stop);
  return { lines, giveUp, supervision };
}

test("a killed process is restarted, and both events are reported", async () => {
  const { unit, pids } = createUnit("sleep 60");
  const { lines, giveUp, supervision } = run(unit);
  await supervision.attempted;
  process.kill(pids[0] ?? 0, "SIGKILL");
  await vi.waitFor(() => expect(lines).toEqual(["it ended (SIGKILL); restarting in 0 s", "it is running again"]));
  expect(pids).toHaveLength(2);
  expect(giveUp).not.toHaveBeenCalled();
});

test("after as many restarts as there are delays, repeated failures end in giving up, with the last reason", async () => {
  const { unit, pids } = createUnit("exit 3");
  const { lines, giveUp } = run(unit);
  await vi.waitFor(() => expect(giveUp).toHaveBeenCalledOnce());
  expect(giveUp.mock.calls[0]?.[0]).toMatch(/^it ended 4 times in a row .*: code 3$/);
  expect(pids).toHaveLength(4);
  expect(lines.filter((line) => line.includes("restarting in")).map((line) => line.split(" in ")[1])).toEqual([
    "0 s",
    "0.01 s",
    "0.02 s",
  ]);
});

test("failures before a long run no longer count", async () => {
  const { unit, pids } = createUnit("exit 0");
  const { giveUp } = run(unit, { stableMs: 0, delaysMs: [0] });
  await vi.waitFor(() => expect(pids.length).toBeGreaterThan(5));
  expect(giveUp).not.toHaveBeenCalled();
});

test("a unit that never starts is given up, regardless of the duration of each attempt", async () => {
  const start = () => Promise.reject(new Error("no answer"));
  const { giveUp } = run({ name: "it", start }, { stableMs: 0 });
  await vi.waitFor(() => expect(giveUp).toHaveBeenCalledOnce());
  expect(giveUp.mock.calls[0]?.[0]).toMatch(/^it ended 4 times in a row .*: no answer$/);
});

test("a process that ends without a readable reason is restarted, too", async () => {
  const { unit, pids } = createUnit("sleep 60");
  const lost: Running = { ended: Promise.reject(new Error("its log is gone")), stop: async () => undefined };
  const { lines } = run(unit, { running: lost });
  await vi.waitFor(() =>
    expect(lines).toEqual(["it ended (its log is gone); restarting in 0 s", "it is running again"]),
  );
  expect(pids).toHaveLength(1);
});

test("a unit stopped while it waits for a restart no longer keeps the process alive", async () => {
  const code = `
    import { supervise } from ${JSON.stringify(new URL("supervise.ts", import.meta.url).href)};
    const start = () => Promise.reject(new Error("no room"));
    const options = { report: () => supervision.stop(), giveUp: console.log, delaysMs: [3_600_000] };
    const supervision = supervise({ name: "it", start }, options);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", code], { stdio: "inherit" });
  onTestFinished(() => void child.kill("SIGKILL"));
  expect(await once(child, "exit")).toEqual([0, null]);
});

test("a failed start is retried, and counts as attempted", async () => {
  const { unit, pids } = createUnit("sleep 60");
  const reasons = ["no room", "no port"];
  const start: Unit["start"] = (signal) => {
    const reason = reasons.shift();
    return reason === undefined ? unit.start(signal) : Promise.reject(new Error(reason));
  };
  const { lines, supervision } = run({ ...unit, start });
  expect(await supervision.attempted).toBe(false);
  await vi.waitFor(() => expect(pids).toHaveLength(1));
  expect(lines.filter((line) => line.includes("ended"))).toEqual([
    "it ended (no room); restarting in 0 s",
    "it ended (no port); restarting in 0.01 s",
  ]);
});

test("a stopped unit ends, and is not restarted", async () => {
  const { unit, pids } = createUnit("sleep 60");
  const { lines, supervision } = run(unit);
  await supervision.attempted;
  await supervision.stop();
  expect(() => process.kill(pids[0] ?? 0, 0)).toThrow("ESRCH");
  expect([pids.length, lines]).toEqual([1, []]);
});
