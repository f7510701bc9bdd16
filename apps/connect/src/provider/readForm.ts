import type { IncomingMessage } from "node:http";

const LIMIT = 16 * 1024;

/** An unreadable form, with the response status. */
export class FormError extends Error {
  override readonly name = "FormError";
  readonly status: 400 | 413;
  constructor(status: 400 | 413, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * Reads the body of a client's request, and lets the library read it again: at most 16 kB, and at the seed's endpoint
 * `multipart/form-data` as a URL-encoded form.
 * @throws FormError
 */
export async function readForm(req: IncomingMessage, options: { multipart: boolean }): Promise<void> {
  const body = await readBody(req).catch((error: unknown) => {
    throw req.errored === null ? error : new FormError(400, "the request body was cut off"); // the client disconnected
  });
  const type = req.headers["content-type"] ?? "";
  if (options.multipart && /^multipart\/form-data\b/i.test(type)) {
    const form = Buffer.from(await decodeMultipart(body, type));
    req.headers["content-type"] = "application/x-www-form-urlencoded";
    replay(req, form);
  } else {
    replay(req, body);
  }
}

async function readBody(req: IncomingMessage): Promise<Buffer> {
  if (Number(req.headers["content-length"] ?? 0) > LIMIT) throw tooLarge();
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of req.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk as Buffer);
    length += (chunk as Buffer).length;
    if (length > LIMIT) throw tooLarge();
  }
  return Buffer.concat(chunks, length);
}

const tooLarge = () => new FormError(413, "the form is larger than 16 kB");

/** Duplicate fields stay: the library rejects them. */
async function decodeMultipart(body: Buffer, type: string): Promise<string> {
  const headers = { "Content-Type": type };
  const form = await new Response(new Uint8Array(body), { headers }).formData().catch(() => {
    throw new FormError(400, "the form is malformed");
  });
  const fields = [...form].map(([name, value]): [string, string] => {
    if (typeof value !== "string") throw new FormError(400, "the form must not contain files");
    return [name, value];
  });
  return new URLSearchParams(fields).toString();
}

/** The library reads requests through these, and treats an already parsed body as an error. */
function replay(req: IncomingMessage, body: Buffer): void {
  req.headers["content-length"] = String(body.length);
  delete req.headers["transfer-encoding"];
  Object.defineProperties(req, {
    readable: { value: true },
    iterator: { value: () => [body] },
  });
}
