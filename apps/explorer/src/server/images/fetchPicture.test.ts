import { startHost, type TestHost } from "@portico/safe-fetch/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fetchPicture, type PictureRules } from "./fetchPicture.ts";

const CID = "QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnSJGd";
let host: TestHost;
let rules: PictureRules;

beforeAll(async () => {
  host = await startHost(({ url = "" }, response) => {
    const [, type = ""] = url.split("?");
    response.setHeader("content-type", decodeURIComponent(type));
    response.end(`a file at ${url}`);
  });
  rules = { ...host.rules, ipfsGateway: host.url("/ipfs/") };
});
afterAll(() => host.stop());

const fetchText = async (url: string): Promise<string | undefined> => {
  const found = await fetchPicture(url, rules);
  return found && "bytes" in found ? found.bytes.toString() : undefined;
};

test("an IPFS URL is read at the gateway, and never outside its path", async () => {
  expect(await fetchText(`ipfs://${CID}/a%23b.png`)).toBe(`a file at /ipfs/${CID}/a%23b.png`);
  for (const path of [`${CID}/../../secret`, `${CID}/%2e%2e/%2E%2e/secret`, "../secret", "nothing"])
    expect(await fetchText(`ipfs://${path}`)).toBeUndefined();
  expect(host.requests.filter((path) => !path.startsWith(`/ipfs/${CID}/a`))).toEqual([]);
});

test("files with the type of a picture, or none, are accepted", async () => {
  for (const type of ["image/svg%2bxml", "image/gif", "image/png;a=b", "application/octet-stream", ""])
    expect([type, await fetchText(host.url(`/x?${type}`))]).toEqual([type, expect.stringContaining("a file at /x")]);
  for (const type of ["text/html", "image/avif", "application/json"])
    expect([type, await fetchText(host.url(`/x?${type}`))]).toEqual([type, undefined]);
});

test("data URLs of pictures are accepted; other schemes are not fetched", async () => {
  for (const type of ["svg+xml", "gif", "jpg", "webp"])
    expect(await fetchText(`data:image/${type};base64,aGVsbG8=`)).toBe("hello");
  for (const url of ["data:text/html;base64,aGVsbG8=", "data:image/svg+xml,<svg/>", "http://a.nft.test/", "file:///x"])
    expect(await fetchText(url)).toBeUndefined();
});
