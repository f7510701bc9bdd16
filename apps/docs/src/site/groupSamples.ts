import type { Token } from "./markTables.ts";

/** Languages in which one sample is shown, in tabs, by what their fences say. */
const LABELS: Readonly<Record<string, string>> = { sh: "curl", ts: "TypeScript", py: "Python" };

const ALL = Object.keys(LABELS).length;

/** The place of a fence among the tabs of its sample. */
export interface TabMeta {
  readonly label: string;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

const languageOf = ({ info }: Token): string => info.split(/\s/, 1)[0] ?? "";

/** Marks fences that follow each other in each of the languages: they are the same sample, and become tabs. */
export function groupSamples(tokens: readonly Token[]): void {
  for (let start = 0; start + ALL <= tokens.length; start++) {
    const run = tokens.slice(start, start + ALL);
    const languages = new Set(run.map((token) => (token.type === "fence" ? languageOf(token) : "")));
    if (![...languages].every((language) => language in LABELS) || languages.size < ALL) continue;
    run.forEach((token, index) => {
      const tab: TabMeta = { label: LABELS[languageOf(token)] ?? "", isFirst: index === 0, isLast: index === ALL - 1 };
      token.meta = { tab };
    });
  }
}
