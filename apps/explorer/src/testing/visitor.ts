import type { Tab } from "./approveSignIn.ts";

interface VisitorInit {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A browser that keeps cookies, which all ports of a host share, and doesn't follow redirects by itself. */
export class Visitor {
  readonly cookies = new Map<string, string>();

  async request(url: string, init: VisitorInit = {}): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, { redirect: "manual", ...init, headers: { cookie, ...init.headers } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "") this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }

  /** A tab at the sign-in service, which stays when it is redirected elsewhere. */
  tabAt(service: string): Tab {
    const open = async (url: string): Promise<URL> => {
      const at = new URL(url, service);
      if (at.origin !== service || at.pathname.startsWith("/signin/")) return at;
      const { headers } = await this.request(at.href);
      return await open(new URL(headers.get("location") ?? "", at).href);
    };
    return {
      open,
      call: async (url, json) => {
        const headers = { origin: service, "content-type": "application/json" };
        const init = json === undefined ? {} : { method: "POST", headers, body: JSON.stringify(json) };
        return await (await this.request(url, init)).json();
      },
    };
  }
}
