import { addCatalogue } from "../deployed.ts";
import { readRowsFile } from "../rows/readRowsFile.ts";
import { readCatalogue } from "./catalogue.ts";

const SETTING = "PORTICO_CATALOGUE";

/**
 * Adds the operator's rows, of the JSON file that PORTICO_CATALOGUE names, to the catalogue. To be called before the
 * first use of it.
 * @throws Error that names file, line and field.
 */
export function addOperatorCatalogue(env: Readonly<Record<string, string | undefined>>): void {
  const rows = readRowsFile(SETTING, env[SETTING], readCatalogue);
  if (rows !== undefined) addCatalogue(rows);
}
