import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../root.ts";
import { textFolders } from "./readSources.ts";

test("guides, READMEs at every depth, changesets and the contract are watched, each folder once", () => {
  const folders = textFolders(ROOT);
  for (const folder of ["apps/docs", ".changeset", ".", "spec", "packages/client", "packages/contract/generated"])
    expect(folders.filter((one) => one === join(ROOT, folder))).toEqual([join(ROOT, folder)]);
});
