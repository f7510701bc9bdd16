import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Recording } from "../recorded/recording.ts";

/** Replaces the recording, one line per field, for readable diffs. */
export async function writeRecording(folder: string, { catalogue, people }: Recording): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, "people"), { recursive: true });
  await writeFile(join(folder, "catalogue.json"), print(catalogue));
  for (const person of people) await writeFile(join(folder, "people", `${person.name}.json`), print(person));
}

function print(value: object): string {
  const lines = Object.entries(value).map(([name, field]) => `${JSON.stringify(name)}:${JSON.stringify(field)}`);
  return `{\n${lines.join(",\n")}\n}\n`;
}
