import type { RequestHandler } from "express";
import { refuseMessage } from "../http/refuseMessage.ts";
import { DATA_SCOPE } from "./findTokenCaller.ts";

export interface ProtectedResource {
  /** URL of the endpoint. */
  readonly resource: string;
  /** Issuer of the sign-in service. */
  readonly connectUrl: string;
}

const WELL_KNOWN = "/.well-known/oauth-protected-resource";

/** Where the metadata of a resource is: its path follows the well-known one (RFC 9728 section 3.1). */
export const metadataPath = (resource: string): string => WELL_KNOWN + new URL(resource).pathname;

/** Tells clients where to get a token (RFC 9728 section 2); pages of any origin may read it. */
export function answerMetadata({ resource, connectUrl }: ProtectedResource): RequestHandler {
  const metadata = JSON.stringify({
    resource,
    authorization_servers: [connectUrl],
    scopes_supported: [DATA_SCOPE],
    bearer_methods_supported: ["header"],
    resource_name: "Portico",
  });
  return (req, res) => {
    if (req.method !== "GET" && req.method !== "HEAD") {
      return refuseMessage(res, {
        status: 405,
        message: "The metadata is read by GET",
        headers: { Allow: "GET, HEAD" },
      });
    }
    res.set({ "Access-Control-Allow-Origin": "*", "Cache-Control": "public, max-age=3600" });
    res.type("application/json").send(metadata);
  };
}

/** The challenge of RFC 6750 section 3, with what RFC 9728 section 5.1 adds; without an error if no token was sent. */
export function challengeOf(resource: string, error?: "insufficient_scope" | "invalid_token"): string {
  const metadata = new URL(metadataPath(resource), resource).href;
  const parts = [...(error === undefined ? [] : [`error="${error}"`]), `scope="${DATA_SCOPE}"`];
  return `Bearer realm="mcp", ${parts.join(", ")}, resource_metadata="${metadata}"`;
}
