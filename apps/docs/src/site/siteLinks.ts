import { existsSync } from "node:fs";
import { dirname, join, normalize } from "node:path/posix";
import type { SiteOperation } from "./listOperations.ts";
import { addressOf } from "./pageList.ts";
import type { PageSource } from "./readSources.ts";
import type { FindCode, ResolveLink } from "./renderMarkdown.ts";

/** Resolves the links of all pages, and collects broken ones. */
export type SiteLinks = {
  readonly resolverOf: (page: PageSource) => ResolveLink;
  readonly finderOf: (page: PageSource) => FindCode;
  /** Problems with links and names of operations, one line each. */
  readonly problems: string[];
};

const REQUEST = /^(GET|PUT|POST|DELETE|PATCH) (\/\S*)$/;

/** @param options.files - Files of the site other than pages, such as `openapi.json`. */
export function siteLinks(options: {
  readonly root: string;
  readonly pages: readonly PageSource[];
  readonly files: readonly string[];
  readonly operations: readonly SiteOperation[];
}): SiteLinks {
  const { root, pages, files, operations } = options;
  const problems: string[] = [];
  const byPath = new Map(pages.map(({ path, name }) => [path, addressOf(name)]));
  const byRequest = new Map(operations.map(({ method, path, url }) => [`${method} ${path}`, url]));

  const resolverOf =
    ({ path: from }: PageSource): ResolveLink =>
    (href) => {
      if (/^https?:|^#/.test(href)) return href;
      const [file = "", anchor] = href.split("#", 2);
      if (files.includes(file)) return href;
      const path = normalize(join(dirname(from), decodeURI(file))).replace(/\/$/, "");
      const page = byPath.get(path) ?? byPath.get(join(path, "README.md"));
      if (page !== undefined) return anchor === undefined ? page : `${page}#${anchor}`;
      if (path.startsWith("..") || !existsSync(join(root, path))) problems.push(`${from}: ${href} is a broken link`);
      return undefined;
    };
  const finderOf =
    ({ path: from }: PageSource): FindCode =>
    (code) => {
      const [, method = "", path = ""] = REQUEST.exec(code) ?? [];
      if (path === "") return undefined;
      const url = byRequest.get(`${method} ${path.split("?", 1)[0]}`);
      if (url === undefined && /^\/(v1|oauth2?)\//.test(path) && isGuide(from))
        problems.push(`${from}: the contract has no ${code}`);
      return url;
    };
  return { resolverOf, finderOf, problems };
}

/** READMEs also mention paths of other servers. */
const isGuide = (path: string): boolean => path.startsWith("apps/docs/") && !path.endsWith("README.md");
