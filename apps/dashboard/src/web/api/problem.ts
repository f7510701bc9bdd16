/** A refusal of the server, or no response at all: then the code is "unreachable" and the status 0. */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly status: number;
  readonly code: string;
  /** Field → its problem. */
  readonly fields: Readonly<Record<string, string>>;
  readonly requestId: string;
  readonly retryAfterS: number;

  constructor(reply: ProblemReply) {
    super(reply.message);
    this.status = reply.status;
    this.code = reply.code;
    this.fields = reply.fields ?? {};
    this.requestId = reply.requestId ?? "";
    this.retryAfterS = reply.retryAfterS ?? 0;
  }
}

interface ProblemReply {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly requestId?: string;
  readonly retryAfterS?: number;
}

/**
 * Reads a response that isn't 2xx; one that isn't a problem of ours (a proxy's page, for example) has the code
 * "unknown".
 */
export async function readProblem(response: Response): Promise<Problem> {
  const body = ((await response.json().catch(() => null)) ?? {}) as Record<string, unknown>;
  const text = (name: string): string | undefined => (typeof body[name] === "string" ? body[name] : undefined);
  return new Problem({
    status: response.status,
    code: text("code") ?? "unknown",
    message: text("message") ?? text("detail") ?? "",
    fields: (body["errors"] ?? {}) as Record<string, string>,
    requestId: text("request_id") ?? "",
    retryAfterS: Number(response.headers.get("retry-after") ?? 0) || 0,
  });
}

/** The problem of a form's field in the last response; a field `uris` includes the problem of `uris[2]`. */
export const fieldProblem = (error: unknown, field: string): string | undefined =>
  error instanceof Problem ? error.fields[field] : undefined;
