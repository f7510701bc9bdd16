import { expect, test } from "vitest";
import { repositoryFields } from "./repositoryFields.ts";

test("the fields of a published package name its folder in the repository", () => {
  expect(repositoryFields("https://github.com/owner/name", "packages/client")).toEqual({
    homepage: "https://github.com/owner/name/tree/main/packages/client#readme",
    bugs: "https://github.com/owner/name/issues",
    repository: { type: "git", url: "git+https://github.com/owner/name.git", directory: "packages/client" },
  });
});

test.each(["", "https://github.com/owner", "git@github.com:owner/name.git", "https://github.com/owner/name.git"])(
  "'%s' is refused as URL of the repository",
  (url) => {
    expect(() => repositoryFields(url, "packages/client")).toThrow("must be https://host/owner/name");
  },
);
