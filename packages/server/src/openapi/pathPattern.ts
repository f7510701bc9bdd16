/** Matches the paths of a template of the contract, with a group for each of its parameters. */
export function pathPattern(path: string): RegExp {
  const parts = path.split(/\{(\w+)\}/);
  const texts = parts.map((part, index) =>
    index % 2 === 1 ? `(?<${part}>[^/]+)` : part.replaceAll(/[.+*?^$()[\]|\\]/g, String.raw`\$&`),
  );
  return new RegExp(`^${texts.join("")}$`);
}
