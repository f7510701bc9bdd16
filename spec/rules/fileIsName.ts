import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Rule } from "./redocly.ts";

/** Components whose names in the interface description differ from our convention. */
const GIVEN_NAMES = new Set(["newToken2"]);

/** The folder of each kind of file; the bundler names components after their files. */
const FOLDERS: Readonly<Record<string, string>> = {
  Schema: "schemas",
  Parameter: "parameters",
  Response: "responses",
  Header: "headers",
  Example: "examples",
  SecurityScheme: "security",
};

/**
 * A path's file is its URL; every other reference is to a whole file, in its kind's folder and with its component's
 * name.
 */
export const fileIsName: Rule = () => ({
  ref: ({ $ref }, { key, report, location, type }, resolved) => {
    const complain = (message: string): void => report({ message, location: location.child("$ref") });
    if (type.name === "PathItem") {
      const expected = `paths${String(key).replaceAll(/[{}]/g, "")}.yaml`;
      if ($ref !== expected) complain(`The file of ${String(key)} must be ${expected}.`);
      return;
    }
    const folder = FOLDERS[type.name];
    if (folder === undefined || resolved.location === undefined) return;
    if ($ref.includes("#"))
      return complain("Refer to a whole file: a reference to a part of one generates an arbitrary name.");
    const file = path.parse(toPath(resolved.location.source.absoluteRef));
    if (path.basename(file.dir) !== folder) complain(`A ${type.name} belongs in ${folder}/.`);
    if (!/^[A-Z][A-Za-z0-9]*$/.test(file.name) && !GIVEN_NAMES.has(file.name))
      complain("A component's name is in PascalCase.");
  },
});

const toPath = (reference: string): string => (reference.startsWith("file:") ? fileURLToPath(reference) : reference);
