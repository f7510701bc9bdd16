/** Breaks text into lines at spaces, and within words that are longer than a line; what doesn't fit ends with "…". */
export function wrapText(text: string, { width, lines }: { readonly width: number; readonly lines: number }): string[] {
  const found: string[] = [];
  let line = "";
  for (const word of text.split(" ").flatMap((one) => cut(one, width))) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (lengthOf(longer) <= width) line = longer;
    else {
      found.push(line);
      line = word;
    }
  }
  if (line !== "") found.push(line);
  if (found.length <= lines) return found;
  const last = Array.from(found[lines - 1] ?? "").slice(0, width - 1);
  return [...found.slice(0, lines - 1), `${last.join("")}…`];
}

const lengthOf = (text: string): number => Array.from(text).length;

function cut(word: string, width: number): string[] {
  const signs = Array.from(word);
  const count = Math.max(1, Math.ceil(signs.length / width));
  return Array.from({ length: count }, (_, nth) => signs.slice(nth * width, (nth + 1) * width).join(""));
}
