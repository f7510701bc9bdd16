import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { FetchError, refuse } from "./fetchError.ts";

const decoders = new Map<string, () => NodeJS.ReadWriteStream & Readable>([
  ["gzip", createGunzip],
  ["x-gzip", createGunzip],
  ["deflate", createInflate],
  ["br", createBrotliDecompress],
]);

/**
 * Reads a response body, decompressed, of at most `maxBytes`; stops at the first byte beyond.
 * @throws FetchError: permanent if the body is too large or has another encoding. If it arrived and can't be
 * decompressed the
 * error doesn't count against the host: on a shared host, the uploader chose the encoding.
 */
export async function readBounded(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  if (Number(response.headers["content-length"] ?? 0) > maxBytes) throw refuse(`more than ${maxBytes} bytes`);
  const body = unpack(response, maxBytes);
  try {
    return await readAll(body, maxBytes);
  } catch (error) {
    if (body === response || response.errored !== null || error instanceof FetchError) throw error;
    throw new FetchError("can't be decompressed", { isPermanent: false, isHostDown: false }, { cause: error });
  }
}

async function readAll(body: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) throw refuse(`more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The decoder reads on only when its output is consumed, so a decompression bomb ends after its first chunks. */
function unpack(response: IncomingMessage, maxBytes: number): Readable {
  const encoding = response.headers["content-encoding"]?.trim().toLowerCase() ?? "identity";
  if (encoding === "identity" || encoding === "") return response;
  const create = decoders.get(encoding);
  if (create === undefined) throw refuse("unknown content encoding");
  const decoder = create();
  let received = 0; // a stream may never decompress to anything
  response.on("data", (chunk: Buffer) => {
    received += chunk.length;
    if (received > maxBytes) decoder.destroy(refuse(`more than ${maxBytes} bytes`));
  });
  response.on("error", (error) => decoder.destroy(error));
  response.on("close", () => {
    if (!response.complete) decoder.destroy(new Error("the response was interrupted"));
  });
  return response.pipe(decoder);
}
