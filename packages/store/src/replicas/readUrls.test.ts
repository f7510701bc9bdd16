import { expect, test } from "vitest";
import { parseReadUrls } from "./readUrls.ts";

test("several URLs, and several hosts of one, are servers with their own host:port", () => {
  const text = "postgresql://u:p@a,b:5433/db?x=/y, postgres://c:1/db";
  expect(parseReadUrls(text)).toEqual([
    { url: "postgresql://u:p@a/db?x=/y", host: "a:5432" },
    { url: "postgresql://u:p@b:5433/db?x=/y", host: "b:5433" },
    { url: "postgres://c:1/db", host: "c:1" },
  ]);
  expect(parseReadUrls(" ")).toEqual([]);
});

test("another form, or a server that is named twice, is refused without the password", () => {
  for (const text of ["a,b", "http://u:secret@a/db", "postgresql://u:secret@a", "postgresql://u:secret@a:x/db"]) {
    expect(() => parseReadUrls(text)).toThrow(/^DATABASE_READ_URL must be postgresql:\/\/ URLs, sep[^:]*$/);
  }
  expect(() => parseReadUrls("postgresql://a/db,postgresql://a:5432/db")).toThrow("names a:5432 twice");
});
