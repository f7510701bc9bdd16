/**
 * Preloaded into apps that `start` runs (`node --import`): when the process that started them is gone, however it went, they end as on
 * SIGTERM, and delete the file that says where it runs: PORTICO_RUN_FILE, when it is that of PORTICO_RUN_PID.
 */
import { readFileSync, rmSync } from "node:fs";

const { PORTICO_RUN_FILE: runFile = "", PORTICO_RUN_PID: runPid } = process.env;

/** Unless another start has written it since. */
function deleteRunFile(): void {
  try {
    const { pid } = JSON.parse(readFileSync(runFile, "utf8")) as { pid?: unknown };
    if (String(pid) === runPid) rmSync(runFile);
  } catch {} // it is gone already
}

process.once("disconnect", () => {
  deleteRunFile();
  process.kill(process.pid, "SIGTERM");
});
process.channel?.unref();
