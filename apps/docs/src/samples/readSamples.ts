import { join } from "node:path";
import { readSources } from "../site/readSources.ts";
import { extractSamples, type Sample } from "./extractSamples.ts";

const ROOT = join(import.meta.dirname, "..", "..", "..", "..");

/** Every sample of the guides and READMEs; for a text with an invalid fence its problem instead. */
export async function readSamples(): Promise<{ readonly samples: Sample[]; readonly problems: string[] }> {
  const { guides, readmes } = await readSources(ROOT);
  const problems: string[] = [];
  const samples = [...guides, ...readmes].flatMap(({ path, markdown }) => {
    try {
      return extractSamples(path, markdown);
    } catch (error) {
      problems.push((error as Error).message);
      return [];
    }
  });
  return { samples, problems };
}
