import { i18n, type Messages } from "@lingui/core";
import { setUiLanguage } from "@portico/ui/browser";
import { useSyncExternalStore } from "react";
import { type Language, LANGUAGE_COOKIE, readLanguage } from "../../languages.ts";
import { type Area, FIRST_AREAS } from "./catalogue.ts";
import { uiTexts } from "./uiTexts.ts";

/** Compiled by the build, one script each: a page loads those of its areas, in one language. */
const FILES = import.meta.glob<Messages>("./*/*.ts", { import: "messages" });

const YEAR_SECONDS = 31_536_000;

/** Of the first script and of all pages that were opened: another language needs them as well. */
const wanted = new Set<Area>(FIRST_AREAS);
const loaded = new Set<string>();
const listeners = new Set<() => void>();
let shown: Language = readLanguage(document.cookie, navigator.languages);

/** A part of the page that is loaded later, with the areas whose messages it shows. */
export async function withAreas<Part>(part: Promise<Part>, ...areas: readonly Area[]): Promise<Part> {
  for (const area of areas) wanted.add(area);
  const [loadedPart] = await Promise.all([part, loadWanted(() => shown)]);
  return loadedPart;
}

/** Before the first rendering: the visitor's language, and what every page needs of it. */
export async function startLanguage(): Promise<void> {
  await loadWanted(() => shown);
  show(shown);
}

/** The visitor's choice, kept by a cookie, which the server reads as well. */
export async function chooseLanguage(language: Language): Promise<void> {
  await loadWanted(() => language);
  document.cookie = `${LANGUAGE_COOKIE}=${language.id}; Max-Age=${YEAR_SECONDS}; Path=/; SameSite=Lax`;
  show(language);
}

/** The language, and what is wanted, may change meanwhile. */
async function loadWanted(languageNow: () => Language): Promise<void> {
  for (let missing = listMissing(languageNow()); missing.length > 0; missing = listMissing(languageNow())) {
    const { id } = languageNow();
    await Promise.all(missing.map((area) => loadArea(id, area)));
  }
}

const listMissing = ({ id }: Language): Area[] => [...wanted].filter((area) => !loaded.has(`${id}/${area}`));

async function loadArea(id: string, area: Area): Promise<void> {
  const messages = await FILES[`./${id}/${area}.ts`]?.();
  if (messages !== undefined) i18n.load(id, { ...messages });
  loaded.add(`${id}/${area}`);
}

function show(language: Language): void {
  shown = language;
  i18n.activate(language.id, language.locale);
  setUiLanguage({ locale: language.locale, texts: uiTexts() });
  document.documentElement.lang = language.id;
  document.documentElement.dir = language.dir;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useLanguage = (): Language => useSyncExternalStore(subscribe, () => shown);
