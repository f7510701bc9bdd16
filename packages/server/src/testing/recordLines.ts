import { Writable } from "node:stream";

/** A log destination that records what is written, as text. */
export function recordLines(): { readonly sink: Writable; readonly text: () => string } {
  let lines = "";
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines += chunk.toString();
      done();
    },
  });
  return { sink, text: () => lines };
}
