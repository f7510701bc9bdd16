import type { SignInDetails } from "../page/interactionResponse.ts";
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- what a server answered
  readonly body: any;
}

export interface RequestOptions {
  readonly method?: string;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent unchanged. */
  readonly text?: string | Uint8Array<ArrayBuffer>;
  /** In addition to those of the service's own page; undefined removes one. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/** A user with a wallet and a browser, who sends the page's requests manually. */
export class TestUser {
  readonly account: PrivateKeyAccount;
  /** The wallet's chain (EIP-155). */
  chainId = 1;
  readonly #origin: string;
  readonly #cookies = new Map<string, { name: string; value: string; path: string }>();

  constructor(origin: string, account: PrivateKeyAccount = privateKeyToAccount(generatePrivateKey())) {
    this.#origin = origin;
    this.account = account;
  }

  get address(): string {
    return this.account.address.toLowerCase();
  }

  async request(path: string, { method, json, text, headers = {} }: RequestOptions = {}): Promise<Reply> {
    const url = new URL(path, this.#origin);
    const body = text ?? (json === undefined ? undefined : JSON.stringify(json));
    const verb = method ?? (body === undefined ? "GET" : "POST");
    const sent = {
      accept: "application/json",
      cookie: this.#cookiesFor(url.pathname),
      ...(verb === "GET" ? {} : { origin: this.#origin }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    };
    const given = Object.entries(sent).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const response = await fetch(url, {
      method: verb,
      headers: given,
      redirect: "manual",
      ...(body !== undefined && { body }),
    });
    for (const line of response.headers.getSetCookie()) this.#storeCookie(line);
    const answer = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json") === true;
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(answer) : answer };
  }

  /** Follows redirects until a sign-in begins or the browser leaves. @returns the current URL. */
  async open(url: string): Promise<URL> {
    for (let at = new URL(url, this.#origin); ;) {
      if (at.origin !== this.#origin || at.pathname.startsWith("/signin/")) return at;
      const { headers, status, body } = await this.request(at.href);
      const location = headers.get("location");
      if (location === null) throw new Error(`${status} at ${at.pathname}: ${String(body)}`);
      at = new URL(location, at);
    }
  }

  async challenge(signIn: URL, account = this.account): Promise<{ nonce: string; message: string }> {
    const { status, body } = await this.request(`${signIn.pathname}/challenge`, {
      json: { address: account.address, chain_id: this.chainId },
    });
    if (status !== 200) throw new Error(`No challenge: ${JSON.stringify(body)}`);
    return body as { nonce: string; message: string };
  }

  /** Signs a challenge, and posts the signature. */
  async prove(signIn: URL, account = this.account): Promise<Reply> {
    const { nonce, message } = await this.challenge(signIn, account);
    const signature = await account.signMessage({ message });
    return await this.request(`${signIn.pathname}/signature`, { json: { nonce, signature } });
  }

  /** Like prove, and continues. */
  async login(signIn: URL, account = this.account): Promise<URL> {
    const { status, body } = await this.prove(signIn, account);
    if (status !== 200) throw new Error(`Not signed in: ${JSON.stringify(body)}`);
    return await this.open((body as { next: string }).next);
  }

  async details(signIn: URL): Promise<SignInDetails> {
    const { body } = await this.request(`${signIn.pathname}/details`);
    return body as SignInDetails;
  }

  async decide(signIn: URL, decision: "allow" | "refuse" = "allow"): Promise<Reply> {
    const { csrf } = await this.details(signIn);
    return await this.request(`${signIn.pathname}/decision`, { json: { decision, csrf } });
  }

  /** Signs in if necessary, and decides if required. @returns the URL where the application gets the user back. */
  async authorize(url: string, decision: "allow" | "refuse" = "allow"): Promise<URL> {
    let at = await this.open(url);
    if (at.origin === this.#origin && (await this.details(at)).prompt === "login") at = await this.login(at);
    if (at.origin !== this.#origin) return at;
    const { status, body } = await this.decide(at, decision);
    if (status !== 200) throw new Error(`Not decided: ${JSON.stringify(body)}`);
    return await this.open((body as { next: string }).next);
  }

  /** Signs in to the user's own pages. */
  async enter(): Promise<Reply> {
    const { body } = await this.request("/session/challenge", {
      json: { address: this.account.address, chain_id: this.chainId },
    });
    const { nonce, message } = body as { nonce: string; message: string };
    return await this.request("/session", { json: { nonce, signature: await this.account.signMessage({ message }) } });
  }

  /** Longer paths first (RFC 6265 section 5.4). */
  #cookiesFor(pathname: string): string {
    const matching = [...this.#cookies.values()].filter(
      ({ path }) => pathname === path || pathname.startsWith(`${path}/`) || path === "/",
    );
    const inOrder = matching.toSorted((one, other) => other.path.length - one.path.length);
    return inOrder.map(({ name, value }) => `${name}=${value}`).join("; ");
  }

  #storeCookie(line: string): void {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    const path = /;\s*path=([^;]+)/i.exec(line)?.[1] ?? "/";
    if (value === "" || /expires=Thu, 01 Jan 1970/i.test(line)) this.#cookies.delete(`${path} ${name}`);
    else this.#cookies.set(`${path} ${name}`, { name, value, path });
  }
}
