import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** Sends raw text to a port, piece by piece, and returns everything received until the server closed the connection. */
export async function rawRequest(port: number, pieces: readonly string[], pauseMs = 0): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  let answer = "";
  socket.on("data", (chunk: Buffer) => (answer += chunk.toString("latin1")));
  socket.on("error", () => undefined); // the server may close the connection while we write
  const closed = new Promise((resolve) => socket.once("close", resolve));
  await once(socket, "connect");
  for (const piece of pieces) {
    if (!socket.writable) break;
    socket.write(piece, "latin1");
    if (pauseMs > 0) await sleep(pauseMs);
  }
  await closed;
  return answer;
}
