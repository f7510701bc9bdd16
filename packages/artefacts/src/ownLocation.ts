import { relative, sep } from "node:path";
import type { Plugin } from "rolldown";
import { RUNTIME_FILES } from "./artefacts.ts";

/** Folder of an artefact with the files that modules read by their own location, at the paths of the repository. */
export const FILES_FOLDER = "files";

/** npm packages, and modules of the bundler. */
const NOT_OURS = /[\\/]node_modules[\\/]|^\0/;
const OWN_LOCATION = /\bimport\.meta\.(url|dirname|filename|resolve)\b/g;

/**
 * Lets a bundled module find its files as before: its `import.meta` names a path in FILES_FOLDER, with the extension of
 * a built module. Chunks have to be in the top folder. The modules that it starts are bundled, too.
 */
export const ownLocation = (root: string): Plugin => ({
  name: "own-location",
  transform: {
    filter: { id: { exclude: NOT_OURS }, code: OWN_LOCATION },
    handler(code, id) {
      const path = relative(root, id).split(sep).join("/");
      for (const started of RUNTIME_FILES[path]?.processes ?? [])
        this.emitFile({ type: "chunk", id: `${root}/${started}`, fileName: toBuilt(started) });
      return code.replaceAll(OWN_LOCATION, (text, property: string) => EXPRESSIONS[property]?.(toBuilt(path)) ?? text);
    },
  },
});

/** Whether a module has to be in RUNTIME_FILES. */
export const usesOwnLocation = (code: string): boolean => code.search(OWN_LOCATION) >= 0;

/** The path of a file of the repository, or of the module that is built from it, in an artefact. */
export const toBuilt = (path: string): string => `${FILES_FOLDER}/${path.replace(/\.tsx?$/, ".js")}`;

const EXPRESSIONS: Readonly<Record<string, (path: string) => string>> = {
  url: (path) => `new URL(${JSON.stringify(path)}, import.meta.url).href`,
  filename: (path) => `(import.meta.dirname + ${JSON.stringify(`/${path}`)})`,
  dirname: (path) => `(import.meta.dirname + ${JSON.stringify(`/${path.replace(/\/[^/]*$/, "")}`)})`,
};
