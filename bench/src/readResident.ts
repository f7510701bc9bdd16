import { readFileSync } from "node:fs";

/** Resident memory of a process in MiB; Linux only. */
export function readResident(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kilobytes) / 1024;
}
