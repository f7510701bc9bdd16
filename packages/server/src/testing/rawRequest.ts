import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** Sends text to a port as it is, piece by piece, and returns all that came back until the server hung up. */
export async function rawRequest(port: number, pieces: readonly string[], pauseMs = 0): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  let answer = "";
  socket.on("data", (chunk: Buffer) => (answer += chunk.toString("latin1")));
  socket.on("error", () => undefined); // the server may hang up while we still write
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
