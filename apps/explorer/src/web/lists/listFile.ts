import { type Lists, ListsError, readLists } from "./readLists.ts";
import { t } from "../languages/t.ts";

const FORMAT = "portico-lists";
const VERSION = 1;
const MAX_BYTES = 1_000_000;

/** The lists as the content of a file. */
export const writeListFile = (lists: Lists): Blob =>
  new Blob([JSON.stringify({ format: FORMAT, version: VERSION, ...lists }, undefined, 2)], {
    type: "application/json",
  });

/** Reads a file of lists. @throws ListsError that says what is wrong with it. */
export async function readListFile(file: Blob): Promise<Lists> {
  if (file.size > MAX_BYTES) throw new ListsError(t("parts.fileTooLarge"));
  let value: unknown;
  try {
    value = JSON.parse(await file.text());
  } catch {
    throw new ListsError(t("parts.fileNotJson"));
  }
  const { format, version } = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
  if (format !== FORMAT) throw new ListsError(t("parts.fileForeign"));
  if (version !== VERSION) throw new ListsError(t("parts.fileOtherVersion"));
  return readLists(value);
}
