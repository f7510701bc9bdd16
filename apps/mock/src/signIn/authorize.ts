import type { Grants } from "./grants.ts";
import type { SignInReply } from "./reply.ts";

/** Parameters of an authorization request, as text. */
export type Parameters = Readonly<Record<string, string | undefined>>;

export interface AuthorizeContext {
  readonly grants: Grants;
  /** Whether the redirect has `iss` (RFC 9207). */
  readonly isRfcProfile: boolean;
  readonly issuer: string;
  /** Of the user who signs in. */
  readonly address: string;
}

const SCOPES: ReadonlySet<string> = new Set(["user:base:read", "user:chain:read", "user:social:read"]);
const DEFAULT_SCOPE = "user:base:read";
const CODE_SECONDS = 60;
const CHALLENGE = /^[\w-]{43}$/;
/** Dot-separated parts of a client's id that set the outcome of a sign-in. */
export const hasPart = (clientId: string, part: "code-over" | "denied" | "short" | "withdrawn"): boolean =>
  clientId.split(".").includes(part);

/** Signs the fake user in, who allows everything at once, and redirects back. */
export function authorize(parameters: Parameters, context: AuthorizeContext): SignInReply {
  const { redirect_uri: redirectUri = "", state, client_id: clientId = "" } = parameters;
  if (!isRedirectUri(redirectUri)) return { example: { code: 400 } };
  const back = (more: Readonly<Record<string, string>>): SignInReply => {
    const url = new URL(redirectUri);
    const all = {
      ...more,
      ...(state !== undefined && { state }),
      ...(context.isRfcProfile && { iss: context.issuer }),
    };
    for (const [name, value] of Object.entries(all)) url.searchParams.set(name, value);
    return { location: url.href };
  };
  const error = findError(parameters);
  if (error !== undefined) return back({ error });
  if (hasPart(clientId, "denied")) return back({ error: "access_denied" });
  const { grants, address } = context;
  const code = grants.makeName("mock_code");
  grants.codes.set(code, {
    grant: { clientId, scopes: scopesOf(parameters), address, isEnded: false },
    redirectUri,
    challenge: parameters["code_challenge"],
    endsAt: hasPart(clientId, "code-over") ? 0 : grants.now() + CODE_SECONDS,
    isUsed: false,
  });
  return back({ code });
}

const scopesOf = ({ scope = "" }: Parameters): string[] => (scope.trim() || DEFAULT_SCOPE).split(/ +/);

function findError(parameters: Parameters): string | undefined {
  const {
    response_type: type = "code",
    code_challenge: challenge,
    code_challenge_method: method = "plain",
  } = parameters;
  if (type !== "code") return "unsupported_response_type";
  if (scopesOf(parameters).some((scope) => !SCOPES.has(scope))) return "invalid_scope";
  if (parameters["prompt"] === "none") return "login_required";
  if (challenge === undefined) return undefined;
  return method === "S256" && CHALLENGE.test(challenge) ? undefined : "invalid_request";
}

/** Any: the mock registers nothing. */
function isRedirectUri(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.hash === "" && url.username === "";
}
