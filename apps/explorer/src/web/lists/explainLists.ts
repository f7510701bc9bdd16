import type { ListsError } from "../../lists/readLists.ts";
import { t } from "../languages/t.ts";

/** What is wrong with lists, in words for the user. */
export function explainLists({ flaw }: ListsError): string {
  switch (flaw.kind) {
    case "bundleNoId":
      return t("parts.bundleNoId");
    case "bundleNoObject":
      return t("parts.bundleNoObject");
    case "fieldNoList":
      return t("parts.fieldNoList", flaw);
    case "fieldNoObject":
      return t("parts.fieldNoObject", flaw);
    case "fileForeign":
      return t("parts.fileForeign");
    case "fileNoObject":
      return t("parts.fileNoObject");
    case "fileNotJson":
      return t("parts.fileNotJson");
    case "fileOtherVersion":
      return t("parts.fileOtherVersion");
    case "fileTooLarge":
      return t("parts.fileTooLarge");
    case "noAddress":
      return t("parts.noAddress", flaw);
    case "noName":
      return t("parts.noName");
    case "tooManyEntries":
      return t("parts.tooManyEntries", { ...flaw, count: String(flaw.count), max: String(flaw.max) });
  }
}
