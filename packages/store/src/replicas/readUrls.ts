/** A server of DATABASE_READ_URL. */
export interface ReadUrl {
  readonly url: string;
  /** `host:port`, for logs and metrics: it holds no secret. */
  readonly host: string;
}

const FORM = "DATABASE_READ_URL must be postgresql:// URLs, separated by commas; each may name several hosts";

/**
 * Parses DATABASE_READ_URL: several URLs, or several hosts in one.
 * @throws Error with the valid form; never with the value, which holds a password.
 */
export function parseReadUrls(text: string): ReadUrl[] {
  if (text.trim() === "") return [];
  const found = text.split(/\s*,\s*(?=postgres(?:ql)?:\/\/)/).flatMap((part) => splitHosts(part.trim()));
  const twice = found.find(({ host }, index) => found.findIndex((other) => other.host === host) !== index);
  if (twice !== undefined) throw new Error(`DATABASE_READ_URL names ${twice.host} twice`);
  return found;
}

function splitHosts(text: string): ReadUrl[] {
  const [, start, hosts, rest] = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^/?#]+)(\/.*)$/.exec(text) ?? [];
  if (start === undefined || hosts === undefined || rest === undefined) throw new Error(FORM);
  return hosts.split(",").map((host) => {
    const url = start + host.trim() + rest;
    if (!URL.canParse(url)) throw new Error(FORM);
    const { hostname, port } = new URL(url);
    if (hostname === "") throw new Error(FORM);
    return { url, host: `${hostname}:${port === "" ? "5432" : port}` };
  });
}
