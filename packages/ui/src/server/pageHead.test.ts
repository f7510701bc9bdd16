import { expect, test } from "vitest";
import { withHead } from "./pageHead.ts";

const PAGE = `<head><meta
      name="description"
      content="old"
    /><title>Old</title></head>`;
const ORIGIN = "https://explorer.example";

test("a page gets its title, description, canonical link and preview, once each", () => {
  const html = withHead(PAGE, { title: "USDC", description: "A token", path: "/token/eth/0x1", picture: "/i" }, ORIGIN);
  expect(html).not.toMatch(/old/i);
  expect(html.match(/<title>USDC<\/title>/g)).toHaveLength(1);
  expect(html.match(/<meta name="description" content="A token" \/>/g)).toHaveLength(1);
  expect(html).toContain('<link rel="canonical" href="https://explorer.example/token/eth/0x1" />');
  expect(html).toContain('<meta property="og:image" content="https://explorer.example/i" />');
  expect(html).toContain('<meta name="twitter:card" content="summary_large_image" />');
  expect(html).toContain('<meta property="og:title" content="USDC" />');
});

test("untrusted text stays text in every place, also where replacements have a meaning", () => {
  const hostile = `</title><script>alert(1)</script>"'&$&$1`;
  const html = withHead(
    PAGE,
    { title: hostile, description: hostile, path: `/token/${hostile}`, picture: hostile },
    ORIGIN,
  );
  expect(html).not.toContain("<script>");
  const escaped = "&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;$&amp;$1";
  expect(html.split(escaped)).toHaveLength(9);
});

test("what doesn't exist is kept by no search engine, and has no preview", () => {
  const html = withHead(PAGE, { title: "No such token", description: "x", path: "/token/x", status: 404 }, ORIGIN);
  expect(html).toContain('<meta name="robots" content="noindex" />');
  expect(html).not.toMatch(/canonical|og:/);
});
