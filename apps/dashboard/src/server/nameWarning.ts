/** Scripts whose letters look like those of another one of them. */
const ALIKE = ["Latin", "Cyrillic", "Greek", "Armenian", "Cherokee", "Coptic"];

const PATTERNS = ALIKE.map((script) => ({ script, pattern: new RegExp(`\\p{Script=${script}}`, "u") }));

/** Why people may take an application's name for another one; "" when nothing is odd about it. */
export function nameWarning(name: string): string {
  for (const word of name.split(/\s+/)) {
    const scripts = PATTERNS.filter(({ pattern }) => pattern.test(word)).map(({ script }) => script);
    if (scripts.length > 1) return `"${word}" mixes ${scripts.join(" and ")} letters, which look alike`;
  }
  return /[<>"&]/.test(name) ? "It has characters of markup, which is shown as it is written" : "";
}
