import { readFile, stat } from "node:fs/promises";
import { parseTokenList } from "./parseTokenList.ts";
import { TokenListError } from "./tokenSource.ts";
import type { TokenSource } from "./tokenSource.ts";

const MAX_BYTES = 20_000_000;
const FETCH_MS = 20_000;

/** An operator's list: a file path or an https URL. Its tokens are verified; those tagged core are core. */
export const operatorList = (path: string): TokenSource => ({
  name: path,
  licence: undefined,
  read: async () => parseTokenList(await readText(path), path),
});

async function readText(path: string): Promise<string> {
  try {
    return URL.canParse(path) && /^[a-z][a-z0-9+.-]+:\/\//i.test(path)
      ? await fetchText(path)
      : await readFileText(path);
  } catch (cause) {
    if (cause instanceof TokenListError) throw cause;
    throw new TokenListError(`Token list ${path} could not be read: ${explain(cause)}`, { cause });
  }
}

async function readFileText(path: string): Promise<string> {
  const { size } = await stat(path);
  if (size > MAX_BYTES) throw new TokenListError(`Token list ${path} has more than ${MAX_BYTES} bytes`);
  return await readFile(path, "utf8");
}

async function fetchText(url: string): Promise<string> {
  if (!url.startsWith("https://")) throw new TokenListError(`Token list ${url} is neither an https URL nor a file`);
  const res = await fetch(url, { signal: AbortSignal.timeout(FETCH_MS), headers: { Accept: "application/json" } });
  if (!res.url.startsWith("https://")) throw new TokenListError(`Token list ${url} redirects away from https`);
  if (!res.ok) throw new TokenListError(`Token list ${url} returned status ${res.status}`);
  return await readLimited(res, url);
}

/** @throws TokenListError if it exceeds the maximum size of a list. */
export async function readLimited(res: Response, from: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of res.body ?? []) {
    length += chunk.length;
    if (length > MAX_BYTES) throw new TokenListError(`Token list ${from} has more than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
