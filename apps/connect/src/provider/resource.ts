/** The available scopes of the user data endpoints. */
export const SCOPES = ["user:base:read", "user:chain:read", "user:social:read"] as const;

/** The scope of the MCP server: what the data API answers, charged to the user's account. */
export const DATA_SCOPE = "data:read";

/** The scope of requests without one: the smallest. */
export const DEFAULT_SCOPE = "user:base:read";

/** The audience of access tokens by default: the user data endpoints. */
export const resourceOf = (issuer: string): string => `${issuer}/v1/me`;

/** What access tokens are for (RFC 8707): each is accepted by one resource, which has scopes of its own. */
export interface Resource {
  /** The audience. */
  readonly uri: string;
  readonly scopes: readonly string[];
  readonly defaultScope: string;
  /** Whether a request without PKCE is refused. */
  readonly requiresPkce: boolean;
  /** Whether clients that are not registered get tokens for it: see clientDocuments.ts. */
  readonly allowsDocuments: boolean;
}

export interface ResourceOptions {
  readonly issuer: string;
  /** Public URL of the MCP server's endpoint; undefined: there is none. */
  readonly mcpUrl: string | undefined;
}

/** The first is that of requests that name none. */
export const listResources = ({ issuer, mcpUrl }: ResourceOptions): readonly [Resource, ...Resource[]] => {
  const me = {
    uri: resourceOf(issuer),
    scopes: SCOPES,
    defaultScope: DEFAULT_SCOPE,
    requiresPkce: false,
    allowsDocuments: false, // whoever registered a client pays for what it reads
  };
  if (mcpUrl === undefined) return [me];
  // OAuth 2.1, which the Model Context Protocol is based on, requires PKCE
  return [
    me,
    { uri: mcpUrl, scopes: [DATA_SCOPE], defaultScope: DATA_SCOPE, requiresPkce: true, allowsDocuments: true },
  ];
};

export const allowsDocuments = (resources: readonly Resource[]): boolean =>
  resources.some((resource) => resource.allowsDocuments);

export const findResource = (resources: readonly Resource[], uri: string): Resource | undefined =>
  resources.find((resource) => resource.uri === uri);
