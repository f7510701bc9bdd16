import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { acceptPicture, comparePicture } from "./comparePicture.ts";

const SIZE = { width: 200, height: 100 };
const page = (...marks: readonly string[]): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100"><rect width="200" height="100" fill="#fff"/>${marks.join("")}</svg>`,
    ),
  )
    .png()
    .toBuffer();

test("a picture differs if a mark is added, moved or recoloured, and not by shades that nobody sees", async () => {
  const root = await mkdtemp(join(tmpdir(), "portico-picture-"));
  const folders = { expected: join(root, "expected"), differing: join(root, "differing") };
  const compare = (screenshot: Buffer) => comparePicture("page", () => Promise.resolve(screenshot), folders);
  const button = (x: number, fill: string) => `<rect x="${x}" y="40" width="40" height="20" fill="${fill}"/>`;
  const expected = await page(button(20, "#2f4bd8"));
  expect(await compare(expected)).toBe("page: there is no expected picture");
  await acceptPicture("page", expected, folders.expected);
  expect(await compare(expected)).toBeUndefined();
  expect(await compare(await page(button(20, "#304cd9")))).toBeUndefined();
  expect(await readdir(root)).toEqual(["expected"]);
  expect(await compare(await page(button(23, "#2f4bd8")))).toMatch(/^page: 120 pixels differ/);
  expect(await compare(await page(button(20, "#d82f4b")))).toMatch(/^page: 800 pixels differ/);
  expect(await compare(await page())).toMatch(/^page: 800 pixels differ/);
  expect(await readdir(folders.differing)).toEqual(["page.difference.webp", "page.webp"]);
  expect(await compare(expected)).toBeUndefined();
  expect(await readdir(folders.differing)).toEqual([]);
  const larger = await sharp(expected)
    .resize({ ...SIZE, height: 101, fit: "fill" })
    .png()
    .toBuffer();
  expect(await compare(larger)).toBe("page: 200 by 101 pixels instead of 200 by 100");
  await rm(root, { recursive: true });
});
