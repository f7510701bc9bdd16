/** A docstring, indented by `indent` spaces; nothing for an empty text. */
export function docstring(text: string, indent: number): string[] {
  const space = " ".repeat(indent);
  const lines = escape(text.trim()).split("\n");
  const [first = "", ...others] = lines;
  if (first === "") return [];
  if (others.length === 0) return [`${space}"""${first}${first.endsWith('"') ? " " : ""}"""`];
  return [`${space}"""${first}`, ...others.map((line) => (line === "" ? "" : space + line)), `${space}"""`];
}

const escape = (text: string): string => text.replaceAll("\\", "\\\\").replaceAll('"""', String.raw`\"\"\"`);

/** Lines of at most `width` characters; paragraphs stay apart. */
export const wrap = (text: string, width: number): string[] =>
  text
    .trim()
    .split(/\n{2,}/)
    .flatMap((paragraph, index) => [...(index === 0 ? [] : [""]), ...wrapParagraph(paragraph, width)]);

function wrapParagraph(paragraph: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of paragraph.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
