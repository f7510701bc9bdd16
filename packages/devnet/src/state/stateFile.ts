import { createReadStream, createWriteStream } from "node:fs";
import { open, rename } from "node:fs/promises";
import { Transform, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";

const [OPENING, CLOSING] = Buffer.from("{}");

/** File and origin of a stored state; written as JSON for the supervisor. */
export interface SaveOrder {
  file: string;
  origin: unknown;
}

/**
 * Writes anvil's dump to `file`: gzipped, with the origin as a first member that anvil ignores.
 * An interrupted write leaves the previous state. One writer at a time. Throws if the dump is not a JSON object.
 */
export async function packState(dump: Readable, { file, origin }: SaveOrder): Promise<void> {
  const part = `${file}.part`;
  const written = createWriteStream(part, { flush: true }); // flushed to disk before the rename
  await pipeline(dump, addOrigin(origin), createGzip({ level: 1 }), written);
  await rename(part, file);
}

/**
 * Writes the input of `--load-state` to `path`; resolves to the origin. Throws if the file is missing, truncated or not
 * one of ours.
 */
export async function unpackState(file: string, path: string): Promise<unknown> {
  await pipeline(createReadStream(file), createGunzip(), createWriteStream(path));
  const handle = await open(path);
  try {
    for await (const line of handle.readLines({ autoClose: false })) {
      return (JSON.parse(`${line.slice(0, -1)}}`) as { origin: unknown }).origin;
    }
  } finally {
    await handle.close();
  }
  throw new Error(`${file} is empty`);
}

function addOrigin(origin: unknown): Transform {
  let last: number | undefined;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const isFirst = last === undefined;
      last = chunk.at(-1);
      if (!isFirst) return done(null, chunk);
      if (chunk[0] !== OPENING) return done(new Error("anvil's dump is not a JSON object"));
      this.push(`{"origin":${JSON.stringify(origin)},\n`);
      done(null, chunk.subarray(1));
    },
    flush: (done) => done(last === CLOSING ? null : new Error("anvil's dump is truncated")),
  });
}
