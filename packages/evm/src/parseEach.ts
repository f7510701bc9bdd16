/**
 * Parses a JSON-RPC reply or a batch, and replaces each result by `compact`'s. A batch is
 * split where its replies seem to begin and parsed in pieces: if each piece is valid JSON, the result equals that of
 * the whole, with the text of one reply and one uncompacted result in memory at a time instead of all.
 * @throws SyntaxError, and errors of `compact`.
 */
export function parseEach(body: Buffer, compact: (result: unknown) => unknown): unknown {
  const boundary = findBoundary(body);
  if (boundary !== undefined) {
    try {
      return parsePieces(body, boundary, compact);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
  const answer: unknown = JSON.parse(body.toString());
  return Array.isArray(answer) ? answer.map((reply) => compactReply(reply, compact)) : compactReply(answer, compact);
}

/** Bytes of a batch that may be looked at for the name of a reply's first member. */
const HEAD = 64;
const CLOSE_LIST = 0x5d;

/** The separator of replies in this node's format: undefined if it is not a batch. */
function findBoundary(body: Buffer): string | undefined {
  const start = /^\[(\{"[a-z]+")/.exec(body.toString("latin1", 0, HEAD))?.[1];
  return start === undefined || body.at(-1) !== CLOSE_LIST ? undefined : `},${start}`;
}

function parsePieces(body: Buffer, boundary: string, compact: (result: unknown) => unknown): unknown[] {
  const replies: unknown[] = [];
  for (let from = 1; from < body.length;) {
    const next = body.indexOf(boundary, from);
    const end = next === -1 ? body.length - 1 : next + 1;
    replies.push(compactReply(JSON.parse(body.toString("utf8", from, end)), compact));
    from = end + 1;
  }
  return replies;
}

function compactReply(reply: unknown, compact: (result: unknown) => unknown): unknown {
  const hasResult = typeof reply === "object" && reply !== null && !Array.isArray(reply) && "result" in reply;
  return hasResult ? { ...reply, result: compact(reply.result) } : reply;
}
