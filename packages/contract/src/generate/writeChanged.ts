import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";

/** Writes the files whose text differs, so that the others keep their mtime. Returns the names written. */
export async function writeChanged(dir: string, files: Readonly<Record<string, string>>): Promise<string[]> {
  await mkdir(dir, { recursive: true });
  const written = await Promise.all(
    Object.entries(files).map(async ([name, text]) => {
      const file = path.join(dir, name);
      if ((await readText(file)) === text) return [];
      await writeFile(file, text);
      return [name];
    }),
  );
  return written.flat();
}

const readText = (file: string): Promise<string | undefined> => readFile(file, "utf8").catch(() => undefined);
