import type { ListsError } from "../../lists/readLists.ts";
import { t } from "../languages/t.ts";

const WHOLE = {
  bundleNoId: "parts.bundleNoId",
  bundleNoObject: "parts.bundleNoObject",
  fileForeign: "parts.fileForeign",
  fileNoObject: "parts.fileNoObject",
  fileNotJson: "parts.fileNotJson",
  fileOtherVersion: "parts.fileOtherVersion",
  fileTooLarge: "parts.fileTooLarge",
  noName: "parts.noName",
} as const;

/** What is wrong with lists, in words for the user. */
export function explainLists({ flaw }: ListsError): string {
  if (flaw.kind === "fieldNoList") return t("parts.fieldNoList", flaw);
  if (flaw.kind === "fieldNoObject") return t("parts.fieldNoObject", flaw);
  if (flaw.kind === "noAddress") return t("parts.noAddress", flaw);
  if (flaw.kind !== "tooManyEntries") return t(WHOLE[flaw.kind]);
  return t("parts.tooManyEntries", { ...flaw, count: String(flaw.count), max: String(flaw.max) });
}
