/**
 * A group of the navigation. A page's name determines its URL: `portfolio` is `portfolio.html`, built from
 * `apps/docs/portfolio.md`.
 */
export type PageGroup = { readonly title: string; readonly pages: readonly string[]; readonly isFolded?: boolean };

/** The hand-written pages, in navigation order. `home` is `index.html`. */
export const GUIDES: readonly PageGroup[] = [
  { title: "Start", pages: ["home", "get-started", "authentication"] },
  { title: "Use it", pages: ["portfolio", "history", "amounts", "errors", "profiles", "generators", "agents"] },
  { title: "Applications", pages: ["sign-in", "messages", "events", "members"] },
  {
    title: "Run it",
    pages: ["real-chain", "deploying", "operating", "runbooks", "backup", "upgrading", "scaling", "units", "names"],
  },
  { title: "Change and test it", pages: ["architecture", "adding-an-operation", "protocols", "qa"] },
  { title: "Background", pages: ["prices", "decisions", "glossary"] },
];

/** The file of a hand-written page, relative to the repository root. */
export const fileOfGuide = (name: string): string => (name === "upgrading" ? "UPGRADING.md" : `apps/docs/${name}.md`);

/** The generated pages, and the reference rendered by Redocly. */
export const MADE_PAGES = { changelog: "changelog", operations: "operations", errorCodes: "error-codes" } as const;
export const REFERENCE = "reference";

/** `packages/client/README.md` is `packages-client`, the one at the root `repository`. */
export const nameOfReadme = (path: string): string =>
  path === "README.md" ? "repository" : path.replace(/\/README\.md$/, "").replaceAll("/", "-");

export const addressOf = (name: string): string => (name === "home" ? "index.html" : `${name}.html`);
