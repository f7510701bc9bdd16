import { existsSync, mkdtempSync, rmSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { type App, startApp } from "./apps.ts";

/** An app that exits on its own, since this is not a database. */
function startApi(): App {
  const logFolder = mkdtempSync(join(tmpdir(), "portico-apps-"));
  onTestFinished(() => rmSync(logFolder, { recursive: true }));
  const app = startApp("api", { env: { DATABASE_URL: "none" }, logFolder });
  onTestFinished(() => void app.process.kill("SIGKILL"));
  return app;
}

/** Modifies an app's log before the app exits. */
async function changeLog({ process: child, logFile }: App, change: (path: string) => void): Promise<void> {
  child.kill("SIGSTOP");
  await vi.waitFor(() => expect(existsSync(logFile)).toBe(true), 10_000);
  change(logFile);
  child.kill("SIGCONT");
}

test("an app that exits reports the last lines of its log as the reason", async () => {
  expect(await startApi().ended).toMatch(/^exit code 1, .*api\.log:\n[^]*DATABASE_URL must be/);
});

test("an app whose log was deleted still reports a reason", async () => {
  const app = startApi();
  await changeLog(app, (path) => rmSync(path));
  expect(await app.ended).toMatch(/^exit code 1, .*api\.log:\ncan't be read: ENOENT/);
});

test("of a log larger than the maximum string length, the end is read", async () => {
  const app = startApi();
  await changeLog(app, (path) => truncateSync(path, 3 * 2 ** 30)); // a sparse file, which takes no disk space
  expect(await app.ended).toMatch(/^exit code 1, /);
});
