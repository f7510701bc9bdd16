import { afterAll, expect, test } from "vitest";
import { fetchMetadata } from "./fetchMetadata.ts";
import { startHost } from "@portico/safe-fetch/testing";
import { DEFAULT_NFT_SETTINGS } from "./settings.ts";

const MISSING = String.raw`{"name":"a\u0000b\ud800","description":"\udc00x","attributes":[{"trait_type":"\u0000","value":1e400}]}`;
const DEEP = `{"name":"x","attributes":${"[".repeat(33)}${"]".repeat(33)}}`;

/** Path → content type and body. */
const ANSWERS: Record<string, [string, string]> = {
  "/json": ["application/json", '{"name":"Seven","image":"https://e.com/{id}.png"}'],
  "/ld": ["Application/LD+JSON; charset=utf-8", '{"name":"Seven"}'],
  "/plain": ["text/plain", '{"name":"Seven"}'],
  "/none": ["", '{"name":"Seven"}'],
  "/missing": ["application/json", MISSING],
  "/svg": ["image/svg+xml", "<svg onload='alert(1)'/>"],
  "/mp4": ["video/mp4", "mp4"],
  "/html": ["text/html", '{"name":"Seven"}'],
  "/pdf": ["application/pdf", "%PDF"],
  "/xml": ["application/xml", "<a/>"],
  "/page": ["application/json", "<html></html>"],
  "/list": ["application/json", '[{"name":"Seven"}]'],
  "/deep": ["application/json", DEEP],
};

const host = await startHost(({ url = "" }, response) => {
  const [type, body] = ANSWERS[url] ?? ["text/plain", "no"];
  response.writeHead(200, type === "" ? {} : { "content-type": type }).end(body);
});
const settings = { ...DEFAULT_NFT_SETTINGS, ...host.rules, ipfsGateway: host.url("/ipfs/") };
afterAll(() => host.stop());

const get = (uri: string, tokenId = 7n) => fetchMetadata(uri, { tokenId }, settings, new AbortController().signal);

test("metadata is JSON under any media type that does not contradict it", async () => {
  const id = `${"0".repeat(63)}7`;
  expect(await get(host.url("/json"))).toMatchObject({ name: "Seven", content: `https://e.com/${id}.png` });
  for (const path of ["/ld", "/plain", "/none"]) expect(await get(host.url(path))).toMatchObject({ name: "Seven" });
});

test("NUL, lone surrogates and numbers beyond a double become storable values", async () => {
  const { name, description, attributes } = await get(host.url("/missing"));
  expect([name, description]).toEqual(["ab\uFFFD", "\uFFFDx"]);
  expect(JSON.stringify(attributes)).toBe('[{"trait_type":"","value":null}]');
});

test("a URI of a picture or a video is its own content; the text of an SVG is not read", async () => {
  expect(await get(host.url("/svg"))).toMatchObject({
    contentType: "image_url",
    content: host.url("/svg"),
    name: null,
  });
  expect(await get(host.url("/mp4"))).toMatchObject({ contentType: "video_url", content: host.url("/mp4") });
});

test.each([
  ["/html", /neither JSON nor media: text\/html/],
  ["/pdf", /neither JSON nor media/],
  ["/xml", /neither JSON nor media/],
  ["/page", /not JSON/],
  ["/list", /not an object/],
  ["/deep", /nested too deeply/],
])("X06: %s is permanently refused", async (path, message) => {
  await expect(get(host.url(path))).rejects.toThrow(message);
  await expect(get(host.url(path))).rejects.toMatchObject({ fault: { isPermanent: true, isHostDown: false } });
});

test.each([
  "data:application/json;base64,",
  "data:application/json;base64,@@@@",
  "data:application/json;base64,eyJhIjo",
  "data:application/json,%7B%22a",
  "data:application/json",
  "data:text/html,<script>alert(1)</script>",
  "data:image/svg+xml",
  "data:;,",
  'data:application/json,["a"]',
  `{"a":${"[".repeat(40)}`,
  "{}}",
])("X06: a malformed URI %j is permanently refused, without a connection", async (uri) => {
  const before = host.requests.length;
  await expect(get(uri)).rejects.toMatchObject({ fault: { isPermanent: true } });
  expect(host.requests.length).toBe(before);
});
