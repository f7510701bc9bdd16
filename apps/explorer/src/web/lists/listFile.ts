import { LIST_FILE, type Lists, ListsError, readLists } from "../../lists/readLists.ts";

const MAX_BYTES = 1_000_000;

/** The lists as the content of a file. */
export const writeListFile = (lists: Lists): Blob =>
  new Blob([JSON.stringify({ ...LIST_FILE, ...lists }, undefined, 2)], {
    type: "application/json",
  });

/** Reads a file of lists. @throws ListsError that says what is wrong with it. */
export async function readListFile(file: Blob): Promise<Lists> {
  if (file.size > MAX_BYTES) throw new ListsError({ kind: "fileTooLarge" });
  let value: unknown;
  try {
    value = JSON.parse(await file.text());
  } catch {
    throw new ListsError({ kind: "fileNotJson" });
  }
  const given = isAccountFile(value) ? value.lists : value;
  const { format, version } = (typeof given === "object" && given !== null ? given : {}) as Record<string, unknown>;
  if (format !== LIST_FILE.format) throw new ListsError({ kind: "fileForeign" });
  if (version !== LIST_FILE.version) throw new ListsError({ kind: "fileOtherVersion" });
  return readLists(given);
}

/** Everything of an account: its lists are such a file. */
const isAccountFile = (value: unknown): value is { readonly lists?: unknown } =>
  typeof value === "object" && value !== null && "format" in value && value.format === "portico-account";
