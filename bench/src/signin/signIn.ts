import type { TestUser } from "@portico/connect/testing";
import { textToSign } from "./textToSign.ts";

/**
 * Signs in a user with a fresh browser, unknown to the side so far. @returns the code that the application receives.
 */
export type SignIn = (user: TestUser, authorizeUrl: string) => Promise<string>;

/** Every request that a browser makes for our page, except for its scripts and style, which it caches. */
export const signInOurs: SignIn = async (user, authorizeUrl) => {
  const login = await user.open(authorizeUrl);
  if (isBack(login)) return codeOf(login);
  await user.request(login.pathname);
  await user.details(login);
  const consent = await user.login(login);
  if (isBack(consent)) return codeOf(consent);
  await user.request(consent.pathname);
  const { body } = await user.decide(consent);
  return codeOf(await user.open((body as { next: string }).next));
};

export const signInBare: SignIn = async (user, authorizeUrl) => {
  const login = await user.open(authorizeUrl);
  if (isBack(login)) return codeOf(login);
  await user.request(login.pathname);
  const { address } = user;
  const uid = login.pathname.split("/").at(-1) ?? "";
  const signature = await user.account.signMessage({ message: textToSign({ issuer: login.origin, address, uid }) });
  const consent = await user.open(await post(user, `${login.pathname}/login`, { address, signature }));
  if (isBack(consent)) return codeOf(consent);
  await user.request(consent.pathname);
  return codeOf(await user.open(await post(user, `${consent.pathname}/consent`, {})));
};

/** @returns the redirect target. */
async function post(user: TestUser, path: string, json: object): Promise<string> {
  const { status, headers, body } = await user.request(path, { json });
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
