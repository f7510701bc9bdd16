import { readFileSync } from "node:fs";

/**
 * Reads a file of rows that a setting names; undefined if the setting is missing or "".
 * @param parse - Gets the text and the path.
 * @throws Error that names the setting and the file.
 */
export function readRowsFile<Rows>(
  setting: string,
  path: string | undefined,
  parse: (text: string, file: string) => Rows,
): Rows | undefined {
  if (path === undefined || path === "") return undefined;
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (cause) {
    throw new Error(`${setting}: ${path} could not be read: ${toMessage(cause)}`, { cause });
  }
  try {
    return parse(text, path);
  } catch (cause) {
    throw new Error(`${setting}: ${toMessage(cause)}`, { cause });
  }
}

const toMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));
