import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import { CHART, type Manifest } from "./renderChart.ts";

/** The chart's manifests with its defaults, for those who don't use Helm. */
export const PLAIN_MANIFESTS = join(CHART, "../../kubernetes/portico.yaml");

/** The first line of the file: a digest of what it is rendered from, so that an edit of the chart alone is noticed. */
export function describeSource(): string {
  const paths = globSync(["Chart.yaml", "values.yaml", "files/apps.yaml", "templates/*"], { cwd: CHART }).toSorted();
  const hash = createHash("sha256");
  for (const path of paths) hash.update(`${path}\n`).update(readFileSync(join(CHART, path)));
  return `# deploy/helm/portico ${hash.digest("hex").slice(0, 16)} rendered with its defaults, see deploy/helm/portico/README.md\n`;
}

export const printManifests = (manifests: readonly Manifest[]): string =>
  describeSource() +
  manifests.map((manifest) => `---\n${stringify(manifest, { aliasDuplicateObjects: false })}`).join("");
