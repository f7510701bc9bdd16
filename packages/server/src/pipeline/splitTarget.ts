export interface Target {
  /** As it was sent, without the query. */
  readonly path: string;
  /** As it was sent, without the question mark; "" without one. */
  readonly rawQuery: string;
}

/** Splits a request's target. Of the absolute form (RFC 9112 section 3.2.2) only the path counts, whatever host it names. */
export function splitTarget(target: string): Target {
  const local = target.startsWith("/") ? target : target.replace(/^https?:\/\/[^/?#]*/i, "");
  const at = local.indexOf("?");
  const path = at === -1 ? local : local.slice(0, at);
  return { path: path.startsWith("/") ? path : `/${path}`, rawQuery: at === -1 ? "" : local.slice(at + 1) };
}
