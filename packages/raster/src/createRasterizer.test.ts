import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { crc32, deflateSync } from "node:zlib";
import sharp, { type Sharp } from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { createRasterizer } from "./createRasterizer.ts";
import { startRasterProcess } from "./startRasterProcess.ts";
import { ORDINARY } from "./testing/drawings.ts";

const PX = 128;
const XMLNS = 'xmlns="http://www.w3.org/2000/svg"';
const rasterize = createRasterizer();
const draw = (file: Buffer) => rasterize({ file, px: PX, isLossless: false });
const drawSvg = (svg: string) => draw(Buffer.from(svg));

/** Red, green, blue and opacity of the pixel in the middle, and where its last visible column is. */
async function look(image: Buffer | undefined) {
  const { data, info } = await sharp(image).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * 4;
  const columns = Array.from({ length: info.width * info.height }, (_, n) =>
    data[n * 4 + 3]! > 9 ? n % info.width : 0,
  );
  const right = columns.reduce((a, b) => Math.max(a, b));
  return { width: info.width, height: info.height, middle: [...data.subarray(at, at + 4)], right };
}

const plain = (width: number, height: number, rgba: readonly number[], pages = 1): Sharp => {
  const first = Array.from({ length: width * height }, () => rgba).flat();
  const data = Uint8Array.from([...first, ...Array<number>(first.length * (pages - 1)).fill(255)]);
  return sharp(data, { raw: { width, height: height * pages, channels: 4, pageHeight: height } });
};

test.each(ORDINARY)("%s: shown", async (_name, svg) => {
  const image = await drawSvg(svg);
  expect(await sharp(image).metadata()).toMatchObject({ format: "webp", width: PX, height: PX });
});

test("vector images are rendered at the displayed size, regardless of their declared size", async () => {
  const rect = '<rect width="9" height="5"/>';
  for (const size of ['width="9" height="5"', 'viewBox="0 0 9 5"', 'width="1000" height="555" viewBox="0 0 9 5"', ""])
    expect([size, await look(await drawSvg(`<svg ${XMLNS} ${size}>${rect}</svg>`))]).toMatchObject([
      size,
      { width: PX, height: 71, middle: [0, 0, 0, 255] },
    ]);
});

test("the size of a vector image is found in time linear to its length", async () => {
  const file = Buffer.from(
    `<!--${"<svg ".repeat(50_000)}--><svg ${XMLNS} viewBox="0 0 9 9"><rect width="9" height="9"/></svg>`,
  );
  expect(await draw(file)).toBeDefined();
});

test("text is rendered even if the system has no fonts", async () => {
  const widthOf = async (text: string, family: string): Promise<number> => {
    const svg = `<svg ${XMLNS} viewBox="0 0 500 500"><text y="300" font-size="60" font-family="${family}">${text}</text></svg>`;
    return (await look(await drawSvg(svg))).right;
  };
  for (const family of ["serif", "Arial, sans-serif", "No Such Font"])
    expect(await widthOf("WWWWW", family)).toBeGreaterThan(2 * (await widthOf("iiiii", family)));
  const [wide, narrow] = [await widthOf("WWWWWW", "monospace"), await widthOf("iiiiii", "monospace")];
  expect(wide - narrow).toBeLessThan(8);
  expect(wide).toBeGreaterThan(40);
});

test("a vector image loads nothing else, neither from the network nor from this computer", async () => {
  const requested: (string | undefined)[] = [];
  const server = createServer((req, res) => {
    requested.push(req.url);
    res.end();
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  const file = `${import.meta.dirname}/fonts.conf`;
  const picture = join(await mkdtemp(join(tmpdir(), "drawing-")), "x.png");
  await plain(9, 9, [1, 2, 3, 255]).png().toFile(picture);
  onTestFinished(() => rm(dirname(picture), { recursive: true }));
  const locations = [
    `http://127.0.0.1:${(server.address() as { port: number }).port}/x.png`,
    picture,
    `file://${picture}`,
  ];
  const draws = (url: string): string[] => [
    `<image width="99" height="99" href="${url}"/>`,
    `<use href="${url}#a"/>`,
    `<style>@import url(${url});</style><filter id="f"><feImage href="${url}"/></filter><rect width="99" height="99" filter="url(#f)"/>`,
    `<text y="99"><xi:include xmlns:xi="http://www.w3.org/2001/XInclude" parse="text" href="${url}"/></text>`,
  ];
  for (const body of [...locations, file].flatMap(draws))
    expect([body, await drawSvg(`<svg ${XMLNS} viewBox="0 0 99 99">${body}</svg>`)]).toEqual([body, undefined]);
  const entity = `<!DOCTYPE svg [<!ENTITY a SYSTEM "file://${file}">]><svg ${XMLNS} viewBox="0 0 99 99"><text y="99">&a;</text></svg>`;
  expect(await drawSvg(entity)).toBeUndefined();
  expect(requested).toEqual([]);
});

/** A PNG of one bit per pixel, all white: a few kilobytes that become `side` × `side` × 4 bytes. */
function packedPng(side: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const framed = Buffer.alloc(body.length + 8);
    framed.writeUInt32BE(data.length, 0);
    body.copy(framed, 4);
    framed.writeUInt32BE(crc32(body), body.length + 4);
    return framed;
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head[8] = 1;
  const rows = deflateSync(Buffer.alloc(side * (Math.ceil(side / 8) + 1)));
  const chunks = [chunk("IHDR", head), chunk("IDAT", rows), chunk("IEND", Buffer.alloc(0))];
  return Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), ...chunks]);
}

test("a picture that needs too much memory ends its process", async () => {
  const png = packedPng(20_000).toString("base64");
  const svg = `<svg ${XMLNS} viewBox="0 0 9 9"><image width="9" height="9" href="data:image/png;base64,${png}"/></svg>`;
  const process = await startRasterProcess(Number.MAX_SAFE_INTEGER, 600_000);
  expect(await process.draw({ file: Buffer.from(svg), px: PX, isLossless: false })).toBeUndefined();
  expect(process.isAlive()).toBe(false);
});

test("of an animation the first frame is rendered, and transparency is preserved", async () => {
  const moving = plain(30, 20, [200, 40, 40, 255], 3).gif({ delay: [50, 50, 50] });
  const { middle, ...size } = await look(await draw(await moving.toBuffer()));
  expect(size).toMatchObject({ width: PX, height: 85 });
  expect(middle.map((part, n) => Math.abs(part - [200, 40, 40, 255][n]!) < 9)).toEqual(Array(4).fill(true));
  expect((await look(await draw(await plain(9, 9, [0, 0, 0, 0]).gif().toBuffer()))).middle[3]).toBe(0);
});

test("pictures are rotated by their EXIF orientation", async () => {
  const turned = plain(30, 20, [9, 9, 9, 255]).withMetadata({ orientation: 6 }).jpeg();
  expect(await look(await draw(await turned.toBuffer()))).toMatchObject({ width: 85, height: PX });
});

test("a padded picture is centred in a square without colour", async () => {
  const file = await plain(30, 10, [200, 40, 40, 255]).png().toBuffer();
  const image = await rasterize({ file, px: 90, isLossless: false, isPadded: true });
  const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ width: 90, height: 90, channels: 4 });
  const opacity = [0, 29, 31, 58, 61, 89].map((row) => data[row * 90 * 4 + 3]);
  expect(opacity).toEqual([0, 0, 255, 255, 0, 0]);
});

test("truncated and oversized raster images are refused", async () => {
  const gif = await plain(40, 30, [1, 2, 3, 255]).gif().toBuffer();
  const png = await plain(40, 30, [1, 2, 3, 255]).png().toBuffer();
  for (const whole of [gif, png]) {
    expect(await draw(whole)).toBeDefined();
    for (const length of [4, 12, 30, whole.length >> 1])
      expect([length, await draw(whole.subarray(0, length))]).toEqual([length, undefined]);
  }
  expect(await draw(packedPng(4_097))).toBeUndefined();
  expect(await draw(await plain(2_049, 1, [1, 2, 3, 255]).gif().toBuffer())).toBeUndefined();
});

test("an idle process doesn't keep its parent running, and ends with it", async () => {
  const script = `const { startRasterProcess } = await import(${JSON.stringify(`${import.meta.dirname}/startRasterProcess.ts`)});
    const drawing = await startRasterProcess(1000);
    await drawing.draw({ file: Buffer.from(${JSON.stringify(ORDINARY[0]![1])}), px: 9, isLossless: false });
    process.stdout.write(String(drawing.pid));`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script]);
  // one whose parent doesn't wait for it may stay as a zombie
  const isRunning = async (): Promise<boolean> => {
    const stat = await readFile(`/proc/${stdout}/stat`, "utf8").catch(() => undefined);
    if (stat !== undefined) return !/\) [ZX] /.test(stat);
    try {
      return process.kill(Number(stdout), 0);
    } catch {
      return false;
    }
  };
  expect(Number(stdout)).toBeGreaterThan(1);
  await expect.poll(isRunning).toBe(false);
});
