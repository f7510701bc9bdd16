import { expect, test } from "vitest";
import { renderMarkdown } from "./renderMarkdown.ts";

const render = (markdown: string) =>
  renderMarkdown(
    markdown,
    (href) => (href.startsWith("gone") ? undefined : href),
    (code) => (code === "GET /v1/chain" ? "reference.html#/chain/getchain" : undefined),
  );

test("HTML in a text is escaped, and a link that could run code is not a link", () => {
  const { html } = render(
    `# A <b>title</b>\n\n<script>alert(1)</script> [x](javascript:alert(1)) ![y](data:text/html,z)`,
  );
  expect(html).not.toMatch(/<script|<b>|href="javascript|src="data:text/);
  expect(html).toContain("&lt;script&gt;");
});

test("headings get the ids that GitHub gives them, with a number on repetition", () => {
  const { headings, title } = render("# Units\n\n## What a `call` costs\n\n## Again\n\n## Again");
  expect(title).toBe("Units");
  expect(headings.map(({ id }) => id)).toEqual(["units", "what-a-call-costs", "again", "again-1"]);
});

test("code that names an operation links to it, and a link to a file outside the site becomes text", () => {
  const { html } = render("`GET /v1/chain`, `GET /else`, [`GET /v1/chain`](units.html), [a file](gone.ts)");
  expect(html).toContain('<a href="reference.html#/chain/getchain"><code>GET /v1/chain</code></a>');
  expect(html).toContain('<a href="units.html"><code>GET /v1/chain</code></a>');
  expect(html).toContain('<span class="file" title="a file of the repository">a file</span>');
});

test("pages have no style attributes, which the policy forbids", () => {
  const { html } = render("| a | b |\n|---|--:|\n| 1 | 2 |\n\n```ts\nconst a = 1;\n```\n\n```odd\n<x>\n```");
  expect(html).not.toContain("style=");
  expect(html).toMatch(/<td[^>]* class="right"[^>]*>2<\/td>/);
  expect(html).toContain('<span class="hljs-keyword">const</span>');
  expect(html).toContain("&lt;x&gt;");
});

test("the search index has each section under its heading, with its code and its tables", () => {
  const { sections, summary } = render(
    "# Title\n\nThe first.\n\n## Part\n\n| a |\n|---|\n| cell |\n\n```sh\nls -l\n```",
  );
  expect(summary).toBe("The first.");
  expect(sections.map(({ id, heading }) => [id, heading])).toEqual([
    ["title", "Title"],
    ["part", "Part"],
  ]);
  expect(sections[1]?.text).toContain("cell");
  expect(sections[1]?.text).toContain("ls -l");
});

test("a table wider than a phone labels each cell with its column, and a narrow one is unchanged", () => {
  const wide = render("| operation | does | units |\n|---|---|---|\n| one | `less` | 2 |").html;
  expect(wide).toContain('<td role="cell" data-title="units">2</td>');
  expect(wide).toContain('<td role="cell">one</td>');
  expect(wide).toContain('class="wide"');
  expect(render("| a | b |\n|---|---|\n| 1 | 2 |").html).not.toContain('class="wide"');
  expect(render("| a | b |\n|---|---|\n| `a_word_that_does_not_break` | 2 |").html).toContain('class="wide"');
});
