import type { Store } from "@portico/store";
import { assertContract } from "./contractCheck.ts";
import { CALLBACK, type TestClient, type TestConnect } from "./startTestConnect.ts";

export const ALICE = `0x${"a1".repeat(20)}` as const;
export const BOB = `0x${"b0".repeat(20)}` as const;

/** A browser: cookies by path, and no automatic redirects. */
export class TestBrowser {
  readonly #cookies = new Map<string, { value: string; path: string }>();

  /** Values of its cookies. */
  cookieValues(): string[] {
    return [...this.#cookies.values()].map(({ value }) => value);
  }

  get(url: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.#send(url, { headers });
  }

  post(url: string, fields: Record<string, string>): Promise<Response> {
    return this.#send(url, { method: "POST", body: new URLSearchParams(fields) });
  }

  async #send(
    url: string,
    init: { method?: string; headers?: Record<string, string>; body?: URLSearchParams },
  ): Promise<Response> {
    const { pathname } = new URL(url);
    const cookies = [...this.#cookies].filter(([, { path }]) => pathname.startsWith(path));
    const cookie = cookies.map(([name, { value }]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, { ...init, redirect: "manual", headers: { ...init.headers, cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      const path = /;\s*path=([^;]+)/i.exec(line)?.[1] ?? "/";
      if (value === "" || /expires=Thu, 01 Jan 1970/i.test(line)) this.#cookies.delete(name);
      else this.#cookies.set(name, { value, path });
    }
    await assertContract(init.method ?? "GET", pathname, response);
    return response;
  }

  /** Requests consent and takes every step of a user. @returns the final redirect of the browser. */
  async authorize(url: string, options: { account?: string; refuse?: boolean } = {}): Promise<URL> {
    const { account = ALICE, refuse = false } = options;
    let response = await this.get(url);
    for (let steps = 0; steps < 10; steps++) {
      const location = response.headers.get("location");
      if (location === null) throw new Error(`${response.status} ${response.url}: ${await response.text()}`);
      const target = new URL(location, url);
      if (target.origin !== new URL(url).origin) return target;
      if (target.pathname.startsWith("/signin/")) {
        target.pathname += "/finish";
        target.search = new URLSearchParams({ account, ...(refuse && { refuse: "1" }) }).toString();
      }
      response = await this.get(target.href);
    }
    throw new Error("The sign-in doesn't come to an end");
  }
}

export type Params = Record<string, string> | [string, string][];

/** A service, and a client of it. */
export type Target = Pick<TestConnect, "client" | "issuer">;

export function authorizeUrl({ issuer, client }: Target, params: Params = {}, path = "/oauth/authorize"): string {
  const url = new URL(path, issuer);
  const fixed = Array.isArray(params)
    ? params
    : Object.entries({ client_id: client.id, redirect_uri: CALLBACK, state: "s", ...params });
  url.search = new URLSearchParams(fixed.filter(([, value]) => value !== "absent")).toString();
  return url.href;
}

const browsers = new WeakMap<Store, TestBrowser>();

/** A browser that is signed in and has consented before, which takes fewer steps. */
function usualBrowser({ db }: TestConnect): TestBrowser {
  const browser = browsers.get(db) ?? new TestBrowser();
  browsers.set(db, browser);
  return browser;
}

export async function getCode(
  connect: TestConnect,
  params: Params = {},
  browser = usualBrowser(connect),
): Promise<string> {
  const target = await browser.authorize(authorizeUrl(connect, params));
  const code = target.searchParams.get("code");
  if (code === null) throw new Error(`No code in ${target.href}`);
  return code;
}

export const basic = ({ id, secret }: TestClient): string => `Basic ${btoa(`${id}:${secret}`)}`;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- what a server answered
  readonly body: any;
}

export interface PostOptions {
  readonly path?: string;
  /** Verbatim; by default the test client's Basic credentials; null sends none. */
  readonly authorization?: string | null;
  readonly headers?: Record<string, string>;
}

/** Posts a form like a client's server; the response is checked against the contract. */
export async function post(
  connect: Target,
  body: NonNullable<RequestInit["body"]> | Record<string, string> | [string, string][],
  options: PostOptions = {},
): Promise<Answer> {
  const { path = "/oauth/token", authorization = basic(connect.client), headers = {} } = options;
  const isForm = Array.isArray(body) || Object.getPrototypeOf(body) === Object.prototype;
  const response = await fetch(connect.issuer + path, {
    method: "POST",
    body: isForm ? new URLSearchParams(body as Record<string, string>) : (body as NonNullable<RequestInit["body"]>),
    headers: { ...headers, ...(authorization !== null && { authorization }) },
  });
  await assertContract("POST", path, response);
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === "" ? undefined : JSON.parse(text) };
}

export const exchange = (connect: Target, code: string, options: PostOptions = {}): Promise<Answer> =>
  post(connect, { grant_type: "authorization_code", code, redirect_uri: CALLBACK }, options);

export const refresh = (connect: Target, token: string, options: PostOptions = {}): Promise<Answer> =>
  post(connect, { grant_type: "refresh_token", refresh_token: token }, options);
