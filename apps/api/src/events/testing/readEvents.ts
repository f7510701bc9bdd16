/** A server-sent event. */
export interface SentEvent {
  readonly event: string;
  readonly id: string | undefined;
  readonly data: string;
}

/** Reads a stream of server-sent events until it ends; comments are left out. */
export async function* readEvents(response: Response): AsyncGenerator<SentEvent> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true });
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const fields = new Map(
        block.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]),
      );
      const event = fields.get("event");
      if (event !== undefined) yield { event, id: fields.get("id"), data: fields.get("data") ?? "" };
    }
  }
}
