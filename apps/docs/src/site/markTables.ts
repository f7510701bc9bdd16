import type markdownIt from "markdown-it";

export type Token = ReturnType<ReturnType<typeof markdownIt>["parse"]>[number];

/** Longer code leaves no room for a second column on a phone. */
const LONG_CODE = 20;

/**
 * Marks the tables that are too wide for a phone, whose rows are stacked there, and gives each cell the title of its
 * column, to be shown there.
 */
export function markTables(tokens: readonly Token[], textOf: (token: Token | undefined) => string): void {
  let table: Token | undefined;
  let titles: string[] = [];
  let column = 0;
  for (const [index, token] of tokens.entries()) {
    if (token.type === "table_open") [table, titles] = [token, []];
    else if (token.type === "tr_open") column = 0;
    else if (token.type === "th_open") titles.push(textOf(tokens[index + 1]));
    else if (token.type === "td_open") token.meta = { title: column === 0 ? "" : titles[column] };
    if (token.type === "td_open") column += 1;
    if (table !== undefined && (titles.length > 2 || hasLongCode(token))) table.meta = { isWide: true };
    if (token.type === "table_close") table = undefined;
  }
}

const hasLongCode = ({ children }: Token): boolean =>
  (children ?? []).some(({ type, content }) => type === "code_inline" && content.length > LONG_CODE);
