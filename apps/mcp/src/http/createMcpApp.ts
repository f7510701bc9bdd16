import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { createServiceApp, healthRoutes, type LogAddresses, openRequest, pinHost } from "@portico/server";
import { nameOperation, type ServiceMetrics } from "@portico/server/telemetry";
import { isDatabaseAway } from "@portico/store";
import { type Express, type Request, type RequestHandler, type Response, Router } from "express";
import type { Logger } from "pino";
import type { ToolConfig } from "../config.ts";
import { createMcpServer } from "../createMcpServer.ts";
import { findTokenCaller, type TokenOptions } from "../oauth/findTokenCaller.ts";
import { answerMetadata, challengeOf, metadataPath, type ProtectedResource } from "../oauth/protectedResource.ts";
import type { Caller } from "../tools/callOperation.ts";
import { originGuard } from "./originGuard.ts";
import { readCredentials } from "./readCredentials.ts";
import { refuseMessage, type MessageRefusal } from "./refuseMessage.ts";

export type OAuthOptions = Omit<TokenOptions, "resource"> & Pick<ProtectedResource, "connectUrl">;

export interface McpAppOptions extends ToolConfig {
  /** The public URL, without a trailing slash. */
  readonly url: string;
  readonly origins?: readonly string[];
  /** Access tokens of the sign-in service are accepted too; undefined: only access keys. */
  readonly oauth?: OAuthOptions | undefined;
  readonly version: string;
  readonly log: Logger;
  readonly metrics?: ServiceMetrics | undefined;
  readonly trustedProxies?: readonly string[];
  readonly logAddresses?: LogAddresses;
}

/** Where messages are posted. */
export const MCP_PATH = "/mcp";

/** Requests that are answered at once; others are refused with Retry-After. */
const MAX_OPEN = 200;
const MAX_BODY_BYTES = 1_200_000;

/**
 * Streamable HTTP without sessions: every request stands alone, so that nothing of a caller outlives it, and any process
 * may answer the next.
 */
export function createMcpApp(options: McpAppOptions): Express {
  const { url, origins = [], log, metrics, logAddresses, oauth, trustedProxies = [] } = options;
  const resource = url + MCP_PATH;
  const handlers = [
    openRequest({ log, metrics, logAddresses }),
    healthRoutes(async () => undefined),
    pinHost(url),
    ...(oauth === undefined ? [] : [Router().all(metadataPath(resource), answerMetadata({ ...oauth, resource }))]),
    Router().all(MCP_PATH, originGuard({ url, origins }), countOpen(), answer(options)),
  ];
  return createServiceApp({ log, trustedProxies, handlers, isDatabaseAway });
}

function countOpen(): RequestHandler {
  let open = 0;
  return (_req, res, next) => {
    if (open >= MAX_OPEN) {
      return refuseMessage(res, { status: 503, message: "Too many requests at once", headers: { "Retry-After": "1" } });
    }
    open += 1;
    res.once("close", () => (open -= 1));
    next();
  };
}

const answer =
  (options: McpAppOptions): RequestHandler =>
  async (req, res) => {
    if (req.method !== "POST") {
      return refuseMessage(res, { status: 405, message: "Messages are sent by POST", headers: { Allow: "POST" } });
    }
    const found = await findCaller(req, options);
    if ("status" in found) return refuseMessage(res, found);
    await exchange(req, res, { options, caller: { ...found, address: req.ip } });
  };

/** Either who calls, or why they may not. */
async function findCaller(req: Request, { oauth, url }: McpAppOptions): Promise<Caller | MessageRefusal> {
  const credentials = readCredentials(req);
  if (credentials.kind === "accessKey") return { accessKey: credentials.accessKey };
  if (oauth === undefined) return unauthorized(BY_KEY, 'Bearer realm="mcp"');
  const resource = url + MCP_PATH;
  if (credentials.kind === "none") return unauthorized(`${BY_KEY}, or sign in`, challengeOf(resource));
  if (credentials.kind !== "accessToken") return unauthorized(ONE_OF_BOTH, challengeOf(resource, "invalid_token"));
  const found = await findTokenCaller(credentials.accessToken, { ...oauth, resource });
  if (found.kind === "caller") return { accessKey: found.accessKey };
  if (found.kind === "refused") return { accessKey: undefined, refusal: found.refusal };
  if (found.kind === "invalid") {
    const message = "The access token is unknown, expired, revoked or for another resource";
    return unauthorized(message, challengeOf(resource, "invalid_token"));
  }
  const headers = { "WWW-Authenticate": challengeOf(resource, "insufficient_scope") };
  return { status: 403, message: "The access token lacks the scope data:read", headers };
}

const BY_KEY = "Send your access key as AccessKey or as Authorization: Bearer";
const ONE_OF_BOTH = "Send either one AccessKey or one Authorization: Bearer";

const unauthorized = (message: string, challenge: string): MessageRefusal => ({
  status: 401,
  message,
  headers: { "WWW-Authenticate": challenge },
});

async function exchange(
  req: Request,
  res: Response,
  { options, caller }: { options: McpAppOptions; caller: Caller },
): Promise<void> {
  const mcp = createMcpServer({ ...options, caller, onCall: (operationId) => nameOperation(res, operationId) });
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true, maxRequestBodySize: MAX_BODY_BYTES });
  res.once("close", () => void mcp.close());
  await mcp.connect(transport);
  await transport.handleRequest(req, res);
}
