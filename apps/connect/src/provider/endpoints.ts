import { sendProblem, withoutTrailingSlash } from "@portico/server";
import { nameOperation } from "@portico/server/telemetry";
import { Router, type Request, type RequestHandler, type Response } from "express";
import type { Provider } from "oidc-provider";
import type { Limits } from "../signIn/limits.ts";
import { SignInError } from "../signIn/signInError.ts";
import { rewriteQuery } from "./authorizeQuery.ts";
import { ROUTES } from "./createProvider.ts";
import { noteEndpoint, type EndpointProfile } from "./endpointNote.ts";
import type { SendErrorPage } from "./errorPage.ts";
import { describeServer } from "./metadata.ts";
import type { Resource } from "./resource.ts";
import { FormError, readForm } from "./readForm.ts";

interface Endpoint {
  readonly method: "GET" | "POST";
  /** The library's path. */
  readonly path: string;
  readonly endpointProfile: EndpointProfile;
}

/** Paths of the library's routes. `/oauth` follows the seed to the letter, `/oauth2` the RFCs. */
const ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  "/oauth/authorize": { method: "GET", path: ROUTES.authorization, endpointProfile: "seed" },
  "/oauth/token": { method: "POST", path: ROUTES.token, endpointProfile: "seed" },
  [ROUTES.authorization]: { method: "GET", path: ROUTES.authorization, endpointProfile: "rfc" },
  [ROUTES.token]: { method: "POST", path: ROUTES.token, endpointProfile: "rfc" },
  [ROUTES.introspection]: { method: "POST", path: ROUTES.introspection, endpointProfile: "rfc" },
  [ROUTES.revocation]: { method: "POST", path: ROUTES.revocation, endpointProfile: "rfc" },
  [`${ROUTES.end_session}/confirm`]: { method: "POST", path: `${ROUTES.end_session}/confirm`, endpointProfile: "rfc" },
};

/** Endpoints with client authentication. */
const CLIENT_PATHS = new Set<string>([ROUTES.token, ROUTES.introspection, ROUTES.revocation]);

const METADATA = "/.well-known/oauth-authorization-server";

export interface EndpointOptions {
  readonly issuer: string;
  /** The first is the default. */
  readonly resources: readonly [Resource, ...Resource[]];
  readonly limits: Pick<Limits, "authorize" | "token">;
  readonly sendErrorPage: SendErrorPage;
}

/** Everything under /oauth, /oauth2 and /.well-known. The body must not have been read. */
export function createEndpoints(provider: Provider, options: EndpointOptions): Router {
  const { limits, resources, sendErrorPage } = options;
  const library = provider.callback();
  const metadata = JSON.stringify(describeServer(options));
  const router = Router();
  const isWithinLimits = async (req: Request, res: Response, { method, path }: Endpoint): Promise<boolean> => {
    if (path !== ROUTES.authorization && !CLIENT_PATHS.has(path)) return true;
    let isWithin = false;
    try {
      await (method === "GET" ? limits.authorize : limits.token)(req, res, () => (isWithin = true));
    } catch (error) {
      if (!(error instanceof SignInError)) throw error;
      res.setHeader("Retry-After", String(error.retryAfterSeconds));
      sendErrorPage(res, { status: 429, code: error.code, title: "Too many requests", message: error.message });
    }
    return isWithin;
  };
  const enter: RequestHandler = async (req, res, next) => {
    const path = withoutTrailingSlash(req.path);
    if (path === METADATA) return answerMetadata(req, res, metadata);
    const endpoint = findEndpoint(path);
    if (endpoint === undefined) return next();
    nameOperation(res, Object.hasOwn(ENDPOINTS, path) ? path : `${ROUTES.authorization}/:uid`);
    if (!isAllowed(req, res, endpoint.method)) return;
    if (!(await isWithinLimits(req, res, endpoint))) return;
    if (!(await prepare(req, res, { ...endpoint, resources }))) return;
    await library(req, res);
  };
  return router.use(enter);
}

/**
 * Our paths, and the one where a user continues after the page: it belongs to the library, and the interaction stores
 * its endpoint.
 */
function findEndpoint(path: string): Endpoint | undefined {
  if (Object.hasOwn(ENDPOINTS, path)) return ENDPOINTS[path];
  return /^\/oauth2\/authorize\/[\w-]{1,64}$/.test(path) ? { method: "GET", path, endpointProfile: "rfc" } : undefined;
}

/**
 * @returns whether to continue; otherwise the response was sent. No CORS here: neither page nor secrets belong in other
 * sites' pages.
 */
function isAllowed(req: Request, res: Response, method: "GET" | "POST"): boolean {
  if (req.method === method || (method === "GET" && req.method === "HEAD")) return true;
  const allow = method === "GET" ? "GET, HEAD, OPTIONS" : "POST, OPTIONS";
  res.setHeader("Allow", allow);
  if (req.method === "OPTIONS") res.status(204).end();
  else sendProblem(req, res, "method_not_allowed", `This path accepts ${allow}`);
  return false;
}

async function prepare(
  req: Request,
  res: Response,
  { path, endpointProfile, method, resources }: Endpoint & Pick<EndpointOptions, "resources">,
): Promise<boolean> {
  const at = req.originalUrl.indexOf("?");
  const rawQuery = at === -1 ? "" : req.originalUrl.slice(at + 1);
  if (path === ROUTES.authorization) {
    const { query, note } = rewriteQuery(rawQuery, { endpointProfile, resources });
    noteEndpoint(req, note);
    setUrl(req, `${path}?${query}`);
    return true;
  }
  noteEndpoint(req, { endpointProfile });
  setUrl(req, path);
  if (method === "GET") return true;
  if (path !== `${ROUTES.end_session}/confirm`) req.headers.accept = "application/json"; // never a page
  return await takeForm(req, res, endpointProfile);
}

/** The library and its framework each read one of the two. */
const setUrl = (req: Request, url: string): void => void Object.assign(req, { url, originalUrl: url });

async function takeForm(req: Request, res: Response, endpointProfile: EndpointProfile): Promise<boolean> {
  try {
    await readForm(req, { multipart: endpointProfile === "seed" });
    return true;
  } catch (error) {
    if (!(error instanceof FormError)) throw error;
    res.set({ "Cache-Control": "no-store", Pragma: "no-cache", Connection: "close" });
    res.status(error.status).json({ error: "invalid_request", error_description: error.message });
    return false;
  }
}

function answerMetadata(req: Request, res: Response, metadata: string): void {
  if (!isAllowed(req, res, "GET")) return;
  res.set({ "Access-Control-Allow-Origin": "*", "Cache-Control": "public, max-age=3600" });
  res.type("application/json").send(metadata);
}
