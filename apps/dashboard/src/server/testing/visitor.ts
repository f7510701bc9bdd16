export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- what a server answered
  readonly body: any;
}

export interface RequestOptions {
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent unmodified. */
  readonly bytes?: Uint8Array<ArrayBuffer> | string;
  /** Besides those that a page of the dashboard sends; undefined removes one. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/** A browser at one origin. */
export class Visitor {
  readonly accountId: string;
  readonly #origin: string;
  readonly #cookies = new Map<string, string>();
  #csrf = "";

  constructor(origin: string, accountId = "") {
    this.#origin = origin;
    this.accountId = accountId;
  }

  static async withSession(origin: string, token: string, accountId: string): Promise<Visitor> {
    const visitor = new Visitor(origin, accountId);
    visitor.#cookies.set("portico_dashboard", token);
    await visitor.readSession();
    return visitor;
  }

  cookie(name: string): string | undefined {
    return this.#cookies.get(name);
  }

  /** Reads the token that writes need. */
  async readSession(): Promise<Reply> {
    const reply = await this.request("GET", "/dashboard/session");
    this.#csrf = (reply.body as { csrf_token?: string }).csrf_token ?? "";
    return reply;
  }

  async request(method: string, path: string, { json, bytes, headers = {} }: RequestOptions = {}): Promise<Reply> {
    const url = new URL(path, this.#origin);
    const body = bytes ?? (json === undefined ? undefined : JSON.stringify(json));
    const sent = {
      cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      ...(method === "GET" ? {} : { origin: this.#origin, "x-csrf-token": this.#csrf }),
      ...(json === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    };
    const given = Object.entries(sent).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const response = await fetch(url, {
      method,
      headers: given,
      redirect: "manual",
      ...(body !== undefined && { body }),
    });
    for (const line of response.headers.getSetCookie()) this.#storeCookie(line);
    const isJson = response.headers.get("content-type")?.includes("json") === true;
    const isText = response.headers.get("content-type")?.startsWith("text/") === true;
    const answer = isJson || isText ? await response.text() : Buffer.from(await response.arrayBuffer());
    return {
      status: response.status,
      headers: response.headers,
      body: isJson ? JSON.parse(String(answer)) : answer,
    };
  }

  /** The error: status and code. */
  async refused(method: string, path: string, options: RequestOptions = {}): Promise<string> {
    const { status, body } = await this.request(method, path, options);
    return `${status} ${String((body as { code?: string }).code)}`;
  }

  #storeCookie(line: string): void {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value === "" || /expires=Thu, 01 Jan 1970/i.test(line)) this.#cookies.delete(name);
    else this.#cookies.set(name, value);
  }
}
