/**
 * Parses a JSON-RPC reply or a batch, and replaces each result by `compact`'s. A batch is
 * split where its replies seem to begin and parsed in pieces: if each piece is valid JSON, the result equals that of
 * the whole, with one uncompacted result in memory at a time instead of all.
 * @throws SyntaxError, and errors of `compact`.
 */
export function parseEach(body: string, compact: (result: unknown) => unknown): unknown {
  const boundary = findBoundary(body);
  if (boundary !== undefined) {
    try {
      return parsePieces(body, boundary, compact);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
  const answer: unknown = JSON.parse(body);
  return Array.isArray(answer) ? answer.map((reply) => compactReply(reply, compact)) : compactReply(answer, compact);
}

/** The separator of replies in this node's format: undefined if it is not a batch. */
function findBoundary(body: string): string | undefined {
  const start = /^\[(\{"[a-z]+")/.exec(body)?.[1];
  return start === undefined || !body.endsWith("]") ? undefined : `},${start}`;
}

function parsePieces(body: string, boundary: string, compact: (result: unknown) => unknown): unknown[] {
  const replies: unknown[] = [];
  for (let from = 1; from < body.length;) {
    const next = body.indexOf(boundary, from);
    const end = next === -1 ? body.length - 1 : next + 1;
    replies.push(compactReply(JSON.parse(body.slice(from, end)), compact));
    from = end + 1;
  }
  return replies;
}

function compactReply(reply: unknown, compact: (result: unknown) => unknown): unknown {
  const hasResult = typeof reply === "object" && reply !== null && !Array.isArray(reply) && "result" in reply;
  return hasResult ? { ...reply, result: compact(reply.result) } : reply;
}
