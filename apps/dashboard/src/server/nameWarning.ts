/** Scripts with letters that look like those of another one of them. */
const ALIKE = ["Latin", "Cyrillic", "Greek", "Armenian", "Cherokee", "Coptic"];

const PATTERNS = ALIKE.map((script) => ({ script, pattern: new RegExp(`\\p{Script=${script}}`, "u") }));

/** Why users may mistake an application's name for another one; "" if there is no reason. */
export function nameWarning(name: string): string {
  for (const word of name.split(/\s+/)) {
    const scripts = PATTERNS.filter(({ pattern }) => pattern.test(word)).map(({ script }) => script);
    if (scripts.length > 1) return `"${word}" mixes ${scripts.join(" and ")} letters, which look alike`;
  }
  return /[<>"&]/.test(name) ? "It contains markup characters, which are shown as written" : "";
}
