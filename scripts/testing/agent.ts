import { type OAuthClientProvider, UnauthorizedError } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { OAuthClientInformationMixed, OAuthTokens } from "@modelcontextprotocol/sdk/shared/auth.js";
import { TestUser } from "@portico/connect/testing";
import { keySubject, type Subject } from "@portico/store";
import type { PrivateKeyAccount } from "viem/accounts";

export interface AgentOptions {
  /** The endpoint. */
  readonly mcpUrl: string;
  readonly issuer: string;
  /** A registered one, or the URL of the document of one that is not. */
  readonly client: { readonly id: string; readonly secret: string } | string;
  readonly callback: string;
  /** The user's wallet; a new one by default. */
  readonly account?: PrivateKeyAccount;
}

/** An agent program: the SDK's own OAuth client, whose user opens the URL that it names. */
export class Agent {
  readonly user: TestUser;
  readonly client = new Client({ name: "test", version: "1" });
  tokens: OAuthTokens | undefined;
  /** Where the user was sent last. */
  sentTo: URL | undefined;
  readonly #options: AgentOptions;
  #information: OAuthClientInformationMixed | undefined;
  #verifier = "";

  constructor(options: AgentOptions) {
    this.#options = options;
    this.user = new TestUser(options.issuer, options.account);
  }

  get account(): Subject {
    return keySubject(this.user.account.address);
  }

  transport(): StreamableHTTPClientTransport {
    const { client, callback, issuer, mcpUrl } = this.#options;
    const provider: OAuthClientProvider = {
      redirectUrl: callback,
      clientMetadata: { client_name: "Test agent", redirect_uris: [callback] },
      ...(typeof client === "string"
        ? { clientMetadataUrl: client, clientInformation: () => this.#information }
        : { clientInformation: () => ({ client_id: client.id, client_secret: client.secret, issuer }) }),
      saveClientInformation: (information) => void (this.#information = information),
      tokens: () => this.tokens,
      saveTokens: (tokens) => void (this.tokens = tokens),
      redirectToAuthorization: (url) => void (this.sentTo = url),
      saveCodeVerifier: (verifier) => void (this.#verifier = verifier),
      codeVerifier: () => this.#verifier,
      invalidateCredentials: (kind) => void (kind === "tokens" && (this.tokens = undefined)),
    };
    return new StreamableHTTPClientTransport(new URL(mcpUrl), { authProvider: provider });
  }

  /** As the protocol says: it is refused, discovers where to sign in, sends its user there, and returns with a code. */
  async signIn(): Promise<this> {
    const transport = this.transport();
    await this.client.connect(transport).catch((error: unknown) => {
      if (!(error instanceof UnauthorizedError)) throw error;
    });
    const back = await this.user.authorize(this.sentTo?.href ?? "");
    await transport.finishAuth(back.searchParams.get("code") ?? "");
    await this.client.connect(this.transport());
    return this;
  }

  async call(name: string, given: Record<string, unknown> = {}): Promise<unknown> {
    return (await this.client.callTool({ name, arguments: given })).structuredContent;
  }
}
