/**
 * Preloaded into apps that `start` runs (`node --import`): when the process that started them is gone for any reason,
 * they exit as on SIGTERM, and delete PORTICO_RUN_FILE if it belongs to PORTICO_RUN_PID.
 */
import { readFileSync, rmSync } from "node:fs";

const { PORTICO_RUN_FILE: runFile = "", PORTICO_RUN_PID: runPid } = process.env;

/** Unless a later start has written it. */
function deleteRunFile(): void {
  try {
    const { pid } = JSON.parse(readFileSync(runFile, "utf8")) as { pid?: unknown };
    if (String(pid) === runPid) rmSync(runFile);
  } catch {} // already deleted
}

process.once("disconnect", () => {
  deleteRunFile();
  process.kill(process.pid, "SIGTERM");
});
process.channel?.unref();
