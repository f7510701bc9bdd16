import { createPages } from "../pages.ts";
import { createParts } from "../parts.ts";
import { authorizeUrl } from "./client.ts";
import { Person } from "./person.ts";
import { startTestConnect, type TestConnect } from "./startTestConnect.ts";

export interface SignInScene {
  readonly connect: TestConnect;
  newPerson(this: void): Person;
  /** The application's sign-in URL; for the base scope, unless given. */
  urlOf(this: void, params?: Record<string, string>): string;
  /** A user who was asked to sign in. */
  begin(this: void, params?: Record<string, string>): Promise<{ person: Person; signIn: URL }>;
  /** A user who was asked to decide. */
  beginDecision(this: void, params?: Record<string, string>): Promise<{ person: Person; signIn: URL }>;
  stop(this: void): Promise<void>;
}

/** The service with its pages, users with wallets, and an unavailable chain. */
export async function startSignInScene(): Promise<SignInScene> {
  const rpcUrls = new Map([["eth", ["http://127.0.0.1:9"]]]);
  const pages = createPages({ issuer: "http://127.0.0.1" });
  const connect = await startTestConnect({ parts: createParts, rpcUrls, pages });
  const newPerson = () => new Person(connect.issuer);
  const urlOf = (params = {}) => authorizeUrl(connect, { scope: "user:base:read", ...params });
  const begin = async (params = {}) => {
    const person = newPerson();
    return { person, signIn: await person.open(urlOf(params)) };
  };
  const beginDecision = async (params = {}) => {
    const { person, signIn } = await begin(params);
    return { person, signIn: await person.login(signIn) };
  };
  return { connect, newPerson, urlOf, begin, beginDecision, stop: connect.stop };
}
