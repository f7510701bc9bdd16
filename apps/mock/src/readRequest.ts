import type { IncomingMessage } from "node:http";
import { ServiceError } from "@portico/server/errors";
import type { IHttpRequest } from "@stoplight/prism-http";

const LIMIT = 1_000_000;

/**
 * Reads a request in Prism's form: JSON bodies parsed, others as text.
 * @throws ServiceError for a body that is too large or not JSON, URIError for bad percent-encoding in the path.
 */
export async function readRequest(request: IncomingMessage): Promise<IHttpRequest> {
  const { path, query } = splitTarget(request.url ?? "/");
  decodeURIComponent(path);
  const headers = request.headers as Record<string, string>;
  return {
    method: (request.method ?? "get").toLowerCase() as IHttpRequest["method"],
    url: { path, query: queryOf(new URLSearchParams(query)) },
    headers,
    body: parseBody(await readText(request), headers["content-type"] ?? ""),
  };
}

/** Like the API: absolute form equals a path, and one trailing slash is ignored. */
export function splitTarget(target: string): { path: string; query: string } {
  const [path = "", query = ""] = target.replace(/^https?:\/\/[^/?]*/i, "").split(/\?(.*)/s, 2);
  return { path: path.replace(/(?<=[^/])\/$/, "") || "/", query };
}

function queryOf(parameters: URLSearchParams): Record<string, string | string[]> {
  const names = [...new Set(parameters.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const values = parameters.getAll(name);
      return [name, values.length > 1 ? values : (values[0] ?? "")];
    }),
  );
}

function parseBody(text: string, type: string): unknown {
  if (text === "") return undefined;
  if (!/[/+]json\b/i.test(type)) return text;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ServiceError("invalid_params", "The body is not JSON", { cause });
  }
}

/** Reads discarded text to its end too: an unread remainder would break the connection's next request. */
async function readText(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) if (text.length <= LIMIT) text += chunk as string;
  if (text.length > LIMIT) throw new ServiceError("content_too_large", "The body is larger than 1 MB");
  return text;
}
