import * as fc from "fast-check";
import { expect, test } from "vitest";
import { toAttributes } from "./attributes.ts";
import { toContent } from "./content.ts";
import { parseDataUri } from "./dataUri.ts";
import { findLocation } from "./fetchMetadata.ts";
import { parseJsonObject } from "./parseJson.ts";
import { DEFAULT_NFT_SETTINGS } from "./settings.ts";
import { toMetadata } from "./toMetadata.ts";

const settings = DEFAULT_NFT_SETTINGS;
const CID = "QmeSjSinHpPnmXmspMjwiXyN6zS4E9zccariGR3jxcaWtq";
const read = (json: Record<string, unknown>) => toMetadata(json, 255n, settings);
const locate = (uri: string) => findLocation(uri, { tokenId: 255n }, settings);
const base64 = (text: string) => Buffer.from(text).toString("base64");

test.each([
  "javascript:alert(1)",
  " javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "data:text/html;base64,PHNjcmlwdD4=",
  "data:application/pdf;base64,AAAA",
  "data:,",
  "file:///etc/passwd",
  "http://example.com/a.png",
  "http://10.0.0.1/a.png",
  "https://10.0.0.1/a.png",
  "https://2130706433/a.png",
  "https://0x7f000001/a.png",
  "https://127.1/a.png",
  "https://[::1]/a.png",
  "https://[::ffff:127.0.0.1]/a.png",
  "https://169.254.169.254/latest/meta-data",
  "https://localhost/a.png",
  "https://router.local/a.png",
  "https://intranet/a.png",
  "https://user:secret@example.com/a.png",
  "ftp://example.com/a.png",
  "blob:https://example.com/1",
  "//example.com/a.png",
  `ipfs://${CID}/../../x`,
  "ipfs://not-a-cid",
  `https://example.com/${"a".repeat(3000)}`,
  `data:image/png;base64,${"A".repeat(200_000)}`,
  "",
  7,
  null,
  {},
  [],
])("X06: %j is not passed on as content", (value) => {
  expect(toContent(value, settings)).toBeUndefined();
  expect(read({ image: value, animation_url: value, thumbnail: value })).toMatchObject({
    content: null,
    contentType: null,
    thumbnailUrl: null,
  });
});

test.each([
  [`ipfs://${CID}/1.png`, `ipfs://${CID}/1.png`],
  [`ipfs://ipfs/${CID}/1.png`, `ipfs://${CID}/1.png`],
  [`/ipfs/${CID}`, `ipfs://${CID}`],
  [CID, `ipfs://${CID}`],
  [`ipfs://${CID}/a "b" <c>.png`, `ipfs://${CID}/a%20%22b%22%20%3Cc%3E.png`],
  [`ipfs://${CID}/a%20b c 100%.png`, `ipfs://${CID}/a%20b%20c%20100%25.png`],
  ["https://example.com/a b.png?x=1#y", "https://example.com/a%20b.png?x=1#y"],
  ["ar://abc/1.png", "https://arweave.net/abc/1.png"],
  ["data:image/png;base64,iVBORw0K", "data:image/png;base64,iVBORw0K"],
  ["data:IMAGE/SVG+XML;utf8,<svg width='100%'/>", `data:image/svg+xml;base64,${base64("<svg width='100%'/>")}`],
  ["data:image/svg+xml,%3Csvg/%3E", `data:image/svg+xml;base64,${base64("<svg/>")}`],
  ["<svg xmlns='x'></svg>", `data:image/svg+xml;base64,${base64("<svg xmlns='x'></svg>")}`],
])("%j is passed on as %j", (value, url) => {
  expect(read({ image: value })).toMatchObject({ content: url, contentType: "image_url" });
});

test("of an image and an animation the content is the animation if its type is known", () => {
  const image = "https://e.com/a.png";
  const of = (animation_url: string, rest = {}) => {
    const { content, contentType, thumbnailUrl } = read({ image, animation_url, ...rest });
    return [content, contentType, thumbnailUrl];
  };
  expect(of("https://e.com/a.mp4")).toEqual(["https://e.com/a.mp4", "video_url", image]);
  expect(of("https://e.com/a.mp3")).toEqual(["https://e.com/a.mp3", "audio_url", image]);
  expect(of("https://e.com/a.html")).toEqual(["https://e.com/a.html", "html_url", image]);
  expect(of("https://e.com/model")).toEqual([image, "image_url", null]);
  expect(of("https://e.com/model", { image: undefined })).toEqual(["https://e.com/model", "html_url", null]);
  expect(of("javascript:1", { thumbnail: "https://e.com/t.png" })).toEqual([image, "image_url", "https://e.com/t.png"]);
  expect(read({ image: "data:text/plain,poem" }).contentType).toBe("text");
});

test("texts are truncated, well-formed and without NUL", () => {
  expect(read({ name: "a\0b\uD800", description: "x".repeat(9000) })).toMatchObject({
    name: "ab\uFFFD",
    description: "x".repeat(4096),
  });
  expect(read({ name: 7, description: {} })).toMatchObject({ name: "7", description: null });
  expect(read({ name: `${"x".repeat(255)}😀` }).name).toBe(`${"x".repeat(255)}\uFFFD`);
});

test("{id} is replaced by the token id in 64 hexadecimal digits, in the URI and in the metadata", () => {
  const id = `${"0".repeat(62)}ff`;
  expect(locate("https://e.com/{id}.json")).toEqual({ kind: "remote", url: `https://e.com/${id}.json` });
  expect(read({ image: "https://e.com/{id}.png" }).content).toBe(`https://e.com/${id}.png`);
  expect(
    read({ name: "No. {id}", description: "{id}", attributes: [{ trait_type: "Link", value: "{id}" }, { value: 7 }] }),
  ).toMatchObject({
    name: `No. ${id}`,
    description: id,
    attributes: [
      { trait_type: "Link", value: id },
      { trait_type: "", value: 7 },
    ],
  });
  expect(toMetadata({ name: "{id}" }, 2n ** 256n - 1n, settings).name).toBe("f".repeat(64));
});

test("many {id} placeholders don't produce a long text", () => {
  const many = "{id}".repeat(200_000);
  const metadata = read({
    name: many,
    description: many,
    image: `https://e.com/${many}`,
    attributes: [{ value: many }],
  });
  expect(metadata).toMatchObject({ content: null, attributes: [{ value: expect.stringMatching(/^[0f]{1000}$/) }] });
  expect([metadata.name?.length, metadata.description?.length]).toEqual([256, 4096]);
  expect(locate(`{"name":"${many}"}`)).toMatchObject({ bytes: { length: 800_011 } });
  expect(() => locate(`https://e.com/${many}`)).toThrow(/too long/);
});

test.each([
  "/../x",
  "/a/../../x",
  "/%2e%2E/x",
  "/.%2e/x",
  "/a/..%2f..%2fx",
  "/..%5cx",
  String.raw`/\..\..\x`,
  "/.\t./x",
  "/.\n.",
  "?/../x",
])("X06: ipfs://CID%s does not escape from the CID to another path of the gateway", (path) => {
  expect(() => locate(`ipfs://${CID}${path}`)).toThrow(/unsupported URI/);
  expect(toContent(`ipfs://${CID}${path}`, settings)).toBeUndefined();
});

test.each([
  { name: ["a"], description: { a: 1 }, image: 7, animation_url: [], attributes: "x", thumbnail: {} },
  { name: true, description: null, image: { url: "https://e.com/a.png" }, attributes: 7 },
  { name: "", title: 7, attributes: [[["x"]], null] },
])("fields of a wrong type count as missing: %j", (json) => {
  expect(read(json)).toEqual({
    name: null,
    description: null,
    contentType: null,
    content: null,
    thumbnailUrl: null,
    attributes: [],
  });
});

test("a URI is read through a gateway, from an https URL, or contains the metadata itself", () => {
  const url = (uri: string) => locate(uri);
  expect(url(`ipfs://${CID}/a #1.json`)).toEqual({ kind: "remote", url: `https://ipfs.io/ipfs/${CID}/a %231.json` });
  expect(url(`ipfs/${CID}/1`)).toEqual({ kind: "remote", url: `https://ipfs.io/ipfs/${CID}/1` });
  expect(url(`IPFS://${CID}/1..json`)).toEqual({ kind: "remote", url: `https://ipfs.io/ipfs/${CID}/1..json` });
  expect(url(`ipfs://${CID}?a=1`)).toEqual({ kind: "remote", url: `https://ipfs.io/ipfs/${CID}?a=1` });
  expect(url("HTTPS://e.com/1")).toEqual({ kind: "remote", url: "HTTPS://e.com/1" });
  expect(url("ar://tx/1")).toEqual({ kind: "remote", url: "https://arweave.net/tx/1" });
  const inline = { kind: "inline", contentType: "application/json" };
  const json = '{"name":"100% é"}';
  for (const uri of [
    json,
    `data:application/json,${json}`,
    `data:application/json;utf8,${json}`,
    `data:application/json,${encodeURIComponent(json)}`,
    `data:application/json;charset=utf-8;base64,${base64(json)}`,
  ]) {
    expect(locate(uri)).toEqual({ ...inline, bytes: Buffer.from(json) });
  }
  for (const uri of [
    "",
    "http://e.com/1",
    "file:///etc/passwd",
    "ftp://e.com",
    "javascript:1",
    "/etc/passwd",
    "gopher://x",
  ]) {
    expect(() => locate(uri)).toThrow(/URI/);
  }
});

test("attributes are a list of traits, in any input form", () => {
  const both = [
    { trait_type: "Fur", value: "Red" },
    { trait_type: "Level", value: 7 },
  ];
  expect(
    toAttributes([...both.map((it) => ({ ...it, display_type: "number" })), null, {}, { trait_type: "x" }]),
  ).toEqual(both);
  expect(toAttributes({ Fur: "Red", Level: 7 })).toEqual(both);
  expect(toAttributes({ rich: { name: "Fur", value: "Red" }, files: [1] })).toEqual([
    { trait_type: "rich", value: "Red" },
  ]);
  expect(toAttributes(["plain", true])).toEqual([
    { trait_type: "", value: "plain" },
    { trait_type: "", value: true },
  ]);
  for (const malformed of [null, undefined, "x", 7, [[]], [undefined]]) expect(toAttributes(malformed)).toEqual([]);
  expect(toAttributes(Array.from({ length: 500 }, (_, i) => ({ trait_type: "t", value: i })))).toHaveLength(100);
  expect(toAttributes([{ trait_type: "t", value: { a: { b: { c: { d: 1 } } } } }])).toEqual([
    { trait_type: "t", value: { a: { b: { c: null } } } },
  ]);
  expect(
    JSON.stringify(toAttributes(Array.from({ length: 100 }, () => ({ value: "x".repeat(5000) })))).length,
  ).toBeLessThan(20_000);
});

test("any JSON is read without an error, with bounded size", () => {
  const keys = ["name", "description", "image", "animation_url", "attributes", "traits", "properties", "thumbnail"];
  const json = fc.dictionary(fc.constantFrom(...keys), fc.jsonValue({ maxDepth: 5 }));
  fc.assert(
    fc.property(json, (value) => {
      const metadata = toMetadata(value, 1n, settings);
      const text = JSON.stringify(metadata);
      expect(text.isWellFormed()).toBe(true);
      expect(text.length).toBeLessThan(400_000);
    }),
  );
});

test("JSON must be an object of limited depth", () => {
  const parse = (text: string) => parseJsonObject(Buffer.from(text));
  expect(parse('\uFEFF{"a":"[[{{"}')).toEqual({ a: "[[{{" });
  expect(Object.keys(parse('{"__proto__":{"x":1}}'))).toEqual(["__proto__"]);
  for (const text of [
    "",
    "[]",
    "7",
    "null",
    "<html>",
    "{",
    `{"a":${"[".repeat(40)}${"]".repeat(40)}}`,
    "[".repeat(900_000),
  ]) {
    expect(() => parse(text)).toThrow(/JSON/);
  }
});

test("data URIs are read as in RFC 2397, and in the variants that contracts return", () => {
  expect(parseDataUri("data:,a%20b")).toEqual({ contentType: "text/plain", bytes: Buffer.from("a b") });
  expect(parseDataUri("DATA:text/plain;BASE64,YS1i")).toEqual({ contentType: "text/plain", bytes: Buffer.from("a-b") });
  expect(parseDataUri("data:text/plain,100%")?.bytes.toString()).toBe("100%");
  for (const text of ["data", "data:", "dat:,x", `data:${"x".repeat(300)},y`])
    expect(parseDataUri(text)).toBeUndefined();
});
