import { Agent, request } from "node:http";

/** The application that users sign in to, registered on every side. */
export interface Application {
  readonly id: string;
  readonly secret: string;
}

export const CALLBACK = "http://127.0.0.1:9/callback";

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

/** The requests of an application's server, over persistent connections. */
export interface ApplicationServer {
  /** The URL to which it redirects users. */
  readonly authorizeUrl: string;
  readonly exchange: (this: void, code: string) => Promise<Tokens>;
  readonly refresh: (this: void, token: string) => Promise<Tokens>;
  /** @returns the response to the bearer token as text; it is not empty. */
  readonly getMe: (this: void, token: string) => Promise<string>;
  readonly getMeStatus: (this: void, token: string) => Promise<number>;
  readonly close: (this: void) => void;
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

export function createApplicationServer(url: string, { id, secret }: Application): ApplicationServer {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const authorization = `Basic ${btoa(`${id}:${secret}`)}`;
  const type = "application/x-www-form-urlencoded";

  const getToken = async (form: Record<string, string>): Promise<Tokens> => {
    const body = new URLSearchParams(form).toString();
    const headers = { authorization, "content-type": type, "content-length": Buffer.byteLength(body) };
    const { status, text } = await send({ agent, url: `${url}/oauth2/token`, method: "POST", headers, body });
    if (status !== 200) throw new Error(`${url}: ${status} ${text}`);
    return JSON.parse(text) as Tokens;
  };
  const requestMe = (token: string) =>
    send({ agent, url: `${url}/v1/me`, method: "GET", headers: { authorization: `Bearer ${token}` } });

  const query = { client_id: id, redirect_uri: CALLBACK, response_type: "code", scope: "user:base:read", state: "s" };
  return {
    authorizeUrl: `${url}/oauth2/authorize?${new URLSearchParams(query).toString()}`,
    exchange: (code) => getToken({ grant_type: "authorization_code", code, redirect_uri: CALLBACK }),
    refresh: (token) => getToken({ grant_type: "refresh_token", refresh_token: token }),
    getMe: async (token) => {
      const { status, text } = await requestMe(token);
      if (status !== 200) throw new Error(`${url}: ${status} ${text}`);
      return text;
    },
    getMeStatus: async (token) => (await requestMe(token)).status,
    close: () => agent.destroy(),
  };
}

interface HttpRequest {
  readonly agent: Agent;
  readonly url: string;
  readonly method: string;
  readonly headers: Record<string, number | string>;
  readonly body?: string;
}

function send({ url, body, ...options }: HttpRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, options, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => (text += chunk));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
      response.on("error", reject);
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
