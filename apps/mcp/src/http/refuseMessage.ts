import type { Response } from "express";

/** Code of JSON-RPC for errors of a server. */
const SERVER_ERROR = -32_000;

export interface MessageRefusal {
  readonly status: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A refusal of a whole HTTP request, as JSON-RPC. */
export function refuseMessage(res: Response, { status, message, headers = {} }: MessageRefusal): void {
  res.status(status).set(headers);
  res.json({ jsonrpc: "2.0", id: null, error: { code: SERVER_ERROR, message } });
}
