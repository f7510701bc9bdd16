import { readFileSync } from "node:fs";
import { addCatalogue } from "../deployed.ts";
import { readCatalogue } from "./catalogue.ts";

const SETTING = "PORTICO_CATALOGUE";

/**
 * Adds the operator's rows, of the JSON file that PORTICO_CATALOGUE names, to the catalogue. To be called before the
 * first use of it.
 * @throws Error that names file, line and field.
 */
export function addOperatorCatalogue(env: Readonly<Record<string, string | undefined>>): void {
  const path = env[SETTING];
  if (path === undefined || path === "") return;
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (cause) {
    throw new Error(
      `${SETTING}: ${path} could not be read: ${cause instanceof Error ? cause.message : String(cause)}`,
      {
        cause,
      },
    );
  }
  try {
    addCatalogue(readCatalogue(text, path));
  } catch (cause) {
    throw new Error(`${SETTING}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}
