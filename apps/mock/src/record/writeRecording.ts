import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Recording } from "../recorded/recording.ts";

/** Replaces the recording, one line per field, for readable diffs. */
export async function writeRecording(folder: string, { catalogue, users }: Recording): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, "people"), { recursive: true });
  await writeFile(join(folder, "catalogue.json"), print(catalogue));
  for (const user of users) await writeFile(join(folder, "people", `${user.name}.json`), print(user));
}

function print(value: object): string {
  const lines = Object.entries(value).map(([name, field]) => `${JSON.stringify(name)}:${JSON.stringify(field)}`);
  return `{\n${lines.join(",\n")}\n}\n`;
}
