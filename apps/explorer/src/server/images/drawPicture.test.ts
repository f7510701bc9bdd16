import { createRasterizer } from "@portico/raster";
import { ENDLESS, ORDINARY } from "@portico/raster/testing";
import { expect, test } from "vitest";
import { createDrawPicture } from "./drawPicture.ts";

const PX = 128;
const XMLNS = 'xmlns="http://www.w3.org/2000/svg"';
/** Of one pixel. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const drawPicture = createDrawPicture();
const drawSvg = (svg: string) => drawPicture({ bytes: Buffer.from(svg) }, PX, "a visitor");

test.each([
  ["a drawing of nothing", `<svg ${XMLNS} viewBox="0 0 9 9"/>`],
  [
    "a page within a drawing, which is not drawn",
    `<svg ${XMLNS} viewBox="0 0 9 9"><foreignObject width="9" height="9"><p xmlns="http://www.w3.org/1999/xhtml">a</p></foreignObject></svg>`,
  ],
  ["a large drawing", `<svg ${XMLNS} viewBox="0 0 9 9"><rect width="9" height="9"/>${" ".repeat(256 * 1024)}</svg>`],
  ["a page", "<!doctype html><title>a page</title>"],
  ["text", "no markup"],
  ["another format of pictures", Buffer.from("49492a00080000000000", "hex").toString("latin1")],
])("%s is refused", async (_name, text) => {
  expect(await drawSvg(text)).toBeUndefined();
});

test("a vector image that never finishes is refused, and others are rendered at the same time", async () => {
  const drawOwn = createDrawPicture(createRasterizer({ cpuMs: 1_000 }));
  const begin = (file: Buffer, visitor: string) => drawOwn({ bytes: file }, PX, visitor);
  let hasEnded = false;
  const endless = begin(Buffer.from(ENDLESS), "hostile").finally(() => (hasEnded = true));
  expect(await begin(PNG, "other")).toBeDefined();
  expect(hasEnded).toBe(false);
  const next = begin(Buffer.from(ORDINARY[0]![1]), "other");
  expect(await endless).toBeUndefined();
  expect(await next).toBeDefined();
});

test("a visitor's vector images wait for their turn among visitors, raster images don't", async () => {
  const begun: string[] = [];
  const finish: (() => void)[] = [];
  const drawLater = createDrawPicture(({ file }) => {
    begun.push(file.toString("latin1", 1, 6));
    return new Promise((resolve) => finish.push(() => resolve(undefined)));
  });
  const svg = (name: string): Buffer => Buffer.from(`<!--${name}--><svg/>`);
  const drawings = ["x1", "x2", "x3", "y1"].map((name) => drawLater({ bytes: svg(name) }, PX, name[0]!));
  const png = Buffer.from("89504e470d0a1a0a", "hex");
  drawings.push(drawLater({ bytes: png }, PX, "x"));
  await expect.poll(() => begun.toSorted()).toEqual(["!--x1", "PNG\r\n"]);
  for (let done = 0; done < 5; done++) {
    await expect.poll(() => finish.length).toBeGreaterThan(done);
    finish[done]!();
  }
  await Promise.all(drawings);
  expect(begun.slice(2)).toEqual(["!--y1", "!--x2", "!--x3"]);
});
