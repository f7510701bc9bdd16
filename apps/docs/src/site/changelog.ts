import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { parse } from "yaml";
import type { PageSource } from "./readSources.ts";

const HEAD = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/;
type Change = { readonly packages: readonly string[]; readonly bump: string; readonly text: string };

/** Changes for users of the contract and the client: pending changesets, then the CHANGELOG of each package. */
export async function changelog(root: string): Promise<PageSource> {
  const [waiting, released] = await Promise.all([readWaiting(root), readReleased(root)]);
  const markdown = `# Changelog

Changes of the contract and the client, which share one version. A change that breaks a correct client is a major one.

## Unreleased

${waiting.length === 0 ? "Nothing." : waiting.map(describe).join("\n\n")}

${released.length === 0 ? "" : released.join("\n\n")}`;
  return { name: "changelog", path: "apps/docs/changelog.md", markdown: `${markdown.trim()}\n` };
}

const describe = ({ packages, bump, text }: Change): string =>
  `- **${bump}**, ${packages.map((name) => name.replace("@portico/", "")).join(" and ")}: ${text.replaceAll("\n", "\n  ")}`;

async function readWaiting(root: string): Promise<Change[]> {
  const files = globSync(".changeset/*.md", { cwd: root }).toSorted();
  const texts = await Promise.all(files.map((file) => readFile(join(root, file), "utf8")));
  return texts.flatMap((text) => {
    const [, head = "", body = ""] = HEAD.exec(text) ?? [];
    const bumps = (parse(head) ?? {}) as Readonly<Record<string, string>>;
    const bump = ["major", "minor", "patch"].find((one) => Object.values(bumps).includes(one));
    return bump === undefined ? [] : [{ packages: Object.keys(bumps), bump, text: body.trim() }];
  });
}

/** A package's CHANGELOG, its headings one level lower, under the package's name. */
async function readReleased(root: string): Promise<string[]> {
  const files = globSync("packages/{contract,client,client-python}/CHANGELOG.md", { cwd: root }).toSorted();
  const texts = await Promise.all(files.map((file) => readFile(join(root, file), "utf8")));
  return texts.map((text, index) =>
    text.replace(/^# .*$/m, `## ${basename(join(files[index] ?? "", ".."))}`).replaceAll(/^(##+) (?=\d|M|P)/gm, "#$1 "),
  );
}
