import { pathToFileURL } from "node:url";
import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage";
import type { PageBuild } from "@portico/ui/build";

const CATALOGUE = /[\\/]web[\\/]languages[\\/][a-z]{2}[\\/]\w+\.ts$/;

type BuildPlugin = NonNullable<PageBuild["plugins"]>[number];

/** For the build: the messages of a catalogue as the library reads them, so that pages need no parser. */
export const compileCatalogues = (): BuildPlugin => ({
  name: "portico:catalogues",
  async load(id: string) {
    if (!CATALOGUE.test(id)) return undefined;
    const { messages } = (await import(pathToFileURL(id).href)) as { messages: Readonly<Record<string, string>> };
    const compiled = Object.entries(messages).map(([key, text]) => [key, compileMessageOrThrow(text)]);
    return `export const messages = ${JSON.stringify(Object.fromEntries(compiled))};`;
  },
});
