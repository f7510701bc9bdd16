import type { Request } from "express";
import { ServiceError } from "@portico/server";

export const BYTES_MAX = 1024 * 1024;

/** Reads a raw body, at most one megabyte. @throws ServiceError content_too_large */
export async function readBytes(req: Request): Promise<Buffer> {
  if (Number(req.headers["content-length"] ?? 0) > BYTES_MAX) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BYTES_MAX) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const tooLarge = () => new ServiceError("content_too_large", "The body is larger than 1 MB");
