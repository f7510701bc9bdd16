import { createPages } from "../pages.ts";
import { createParts } from "../parts.ts";
import { authorizeUrl } from "./client.ts";
import { TestUser } from "./testUser.ts";
import { startTestConnect, type TestConnect } from "./startTestConnect.ts";

export interface SignInScene {
  readonly connect: TestConnect;
  newUser(this: void): TestUser;
  /** The application's sign-in URL; for the base scope, unless given. */
  urlOf(this: void, params?: Record<string, string>): string;
  /** A user who has to sign in. */
  begin(this: void, params?: Record<string, string>): Promise<{ user: TestUser; signIn: URL }>;
  /** A user who has to decide. */
  beginDecision(this: void, params?: Record<string, string>): Promise<{ user: TestUser; signIn: URL }>;
  stop(this: void): Promise<void>;
}

/** The service with its pages, users with wallets, and an unavailable chain. */
export async function startSignInScene(): Promise<SignInScene> {
  const rpcUrls = new Map([["eth", ["http://127.0.0.1:9"]]]);
  const pages = createPages({ issuer: "http://127.0.0.1" });
  const connect = await startTestConnect({ parts: createParts, rpcUrls, pages });
  const newUser = () => new TestUser(connect.issuer);
  const urlOf = (params = {}) => authorizeUrl(connect, { scope: "user:base:read", ...params });
  const begin = async (params = {}) => {
    const user = newUser();
    return { user, signIn: await user.open(urlOf(params)) };
  };
  const beginDecision = async (params = {}) => {
    const { user, signIn } = await begin(params);
    return { user, signIn: await user.login(signIn) };
  };
  return { connect, newUser, urlOf, begin, beginDecision, stop: connect.stop };
}
