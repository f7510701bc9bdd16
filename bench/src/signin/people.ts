import type { Person } from "@portico/connect/testing";
import { textToSign } from "./textToSign.ts";

/**
 * Signs in a user with a fresh browser, unknown to the side so far. @returns the code that the application receives.
 */
export type SignIn = (person: Person, authorizeUrl: string) => Promise<string>;

/** Every request that a browser makes for our page, except for its scripts and style, which it caches. */
export const signInOurs: SignIn = async (person, authorizeUrl) => {
  const login = await person.open(authorizeUrl);
  if (isBack(login)) return codeOf(login);
  await person.ask(login.pathname);
  await person.details(login);
  const consent = await person.login(login);
  if (isBack(consent)) return codeOf(consent);
  await person.ask(consent.pathname);
  const { body } = await person.decide(consent);
  return codeOf(await person.open((body as { next: string }).next));
};

export const signInBare: SignIn = async (person, authorizeUrl) => {
  const login = await person.open(authorizeUrl);
  if (isBack(login)) return codeOf(login);
  await person.ask(login.pathname);
  const { address } = person;
  const uid = login.pathname.split("/").at(-1) ?? "";
  const signature = await person.account.signMessage({ message: textToSign({ issuer: login.origin, address, uid }) });
  const consent = await person.open(await post(person, `${login.pathname}/login`, { address, signature }));
  if (isBack(consent)) return codeOf(consent);
  await person.ask(consent.pathname);
  return codeOf(await person.open(await post(person, `${consent.pathname}/consent`, {})));
};

/** @returns the redirect target. */
async function post(person: Person, path: string, json: object): Promise<string> {
  const { status, headers, body } = await person.ask(path, { json });
  const target = headers.get("location");
  if (target === null) throw new Error(`${path}: ${status} ${String(body)}`);
  return target;
}

const isBack = ({ pathname }: URL): boolean => !pathname.startsWith("/signin/");

function codeOf({ href, searchParams }: URL): string {
  const code = searchParams.get("code");
  if (code === null) throw new Error(`No code in ${href}`);
  return code;
}
