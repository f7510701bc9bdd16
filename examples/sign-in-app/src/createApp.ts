import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { createClient, PorticoError, unwrap } from "@portico/client";
import { type Attempt, createSignIn } from "@portico/client/sign-in";
import { createSignedCookie } from "./cookies.ts";
import { type Portfolio, portfolioPage, signInPage, troublePage } from "./pages.ts";
import { createSessions } from "./sessions.ts";
import type { Settings } from "./settings.ts";

interface Reply {
  readonly status?: number;
  readonly page?: string;
  readonly location?: string;
  readonly cookies?: readonly string[];
}

const HEADERS = {
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy":
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer", // the callback URL contains the code
  "Cache-Control": "no-store",
};

/** The whole application: GET / (sign in, or the portfolio), GET /signin, GET /callback, POST /signout. */
export function createApp(settings: Settings): RequestListener {
  const routes = createRoutes(settings);
  const answer = async (request: IncomingMessage): Promise<Reply> => {
    const url = URL.parse(request.url ?? "", settings.redirectUri);
    const route = routes[`${request.method} ${url?.pathname}`];
    return url === null || route === undefined ? NOT_FOUND : await route(request, url);
  };
  return (request, response) => {
    void answer(request)
      .catch(sendError)
      .then((reply) => send(response, reply));
  };
}

function send(response: ServerResponse, { status, page = "", location, cookies = [] }: Reply): void {
  response.writeHead(status ?? (location === undefined ? 200 : 303), {
    ...HEADERS,
    ...(location !== undefined && { Location: location }),
    "Set-Cookie": [...cookies],
  });
  response.end(page);
}

type Route = (request: IncomingMessage, url: URL) => Promise<Reply>;

function createRoutes(settings: Settings): Record<string, Route> {
  const signIn = createSignIn({ ...settings, scope: ["user:base:read", "user:chain:read"] });
  const sessions = createSessions(signIn);
  const cookie = { secret: settings.cookieSecret, isSecure: settings.redirectUri.startsWith("https:") };
  const attemptCookie = createSignedCookie({ ...cookie, name: "attempt", maxAgeSeconds: 900 });
  const sessionCookie = createSignedCookie({ ...cookie, name: "session", maxAgeSeconds: 86_400 });
  const sessionOf = ({ headers }: IncomingMessage) => (sessionCookie.read(headers.cookie) as string | undefined) ?? "";

  return {
    "GET /": async (request) => {
      const id = sessionOf(request);
      const token = await sessions.findAccessToken(id);
      if (token === undefined) return { page: signInPage() };
      const portfolio = await readPortfolio(settings, token).catch(async (error: unknown) => {
        if (!(error instanceof PorticoError && error.status === 401)) throw error;
        const newer = await sessions.replaceAccessToken(id); // expired or revoked early: retry with a new one
        return newer === undefined ? undefined : await readPortfolio(settings, newer);
      });
      if (portfolio !== undefined) return { page: portfolioPage(portfolio) };
      return { page: signInPage("You are signed out."), cookies: [sessionCookie.clear()] };
    },

    "GET /signin": async () => {
      const { url, attempt } = await signIn.begin();
      return { location: url, cookies: [attemptCookie.write(attempt)] };
    },

    "GET /callback": async (request, url) => {
      const attempt = attemptCookie.read(request.headers.cookie) as Attempt | undefined;
      const tokens = await signIn.finish(attempt, url);
      const id = sessions.begin(tokens); // a new id: the browser's earlier session is not reused
      return { location: "/", cookies: [attemptCookie.clear(), sessionCookie.write(id)] };
    },

    // a POST, and SameSite=Lax: no other site can sign users out
    "POST /signout": async (request) => {
      const tokens = sessions.end(sessionOf(request));
      if (tokens !== undefined) await signIn.revoke(tokens);
      return { location: "/", cookies: [sessionCookie.clear()] };
    },
  };
}

/** Reads from the sign-in service: the token determines whose portfolio. */
async function readPortfolio({ connectUrl }: Settings, accessToken: string): Promise<Portfolio> {
  const client = createClient({ baseUrl: connectUrl, accessToken });
  const [user, { total_usd_value: totalUsd }, tokens] = await Promise.all([
    unwrap(client.GET("/v1/me")),
    unwrap(client.GET("/v1/me/total_balance")),
    unwrap(client.GET("/v1/me/all_token_list")),
  ]);
  return { user, totalUsd, tokens };
}

const NOT_FOUND: Reply = { status: 404, page: troublePage("Page not found.") };

function sendError(error: unknown): Reply {
  if (error instanceof PorticoError && error.code === "access_denied")
    return { page: signInPage("You denied access. No data was read.") };
  if (error instanceof PorticoError && (error.code === "invalid_state" || error.code === "invalid_grant"))
    return { status: 400, page: troublePage(error.message) };
  console.error(error);
  return { status: 502, page: troublePage("The sign-in service is unavailable. Try again later.") };
}
