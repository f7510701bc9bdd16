import { createSocket } from "node:dgram";
import { once } from "node:events";

export interface Dns {
  /** In a resolver's form: `address:port`. */
  readonly server: string;
  /** TXT records by name; other names don't exist. */
  readonly records: Map<string, string>;
  readonly stop: () => Promise<void>;
}

const HEADER_BYTES = 12;
const NAME_ERROR = 3;

/** A DNS server with TXT records only. @see RFC 1035 section 4 */
export async function startDns(): Promise<Dns> {
  const records = new Map<string, string>();
  const socket = createSocket("udp4");
  socket.on("message", (query, from) => socket.send(answer(query, records), from.port, from.address));
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return {
    server: `127.0.0.1:${socket.address().port}`,
    records,
    stop: async () => {
      socket.close();
      await once(socket, "close");
    },
  };
}

function answer(query: Buffer, records: ReadonlyMap<string, string>): Buffer {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  const question = query.subarray(HEADER_BYTES, at + 5); // end of the name, type and class
  const text = records.get(labels.join(".").toLowerCase());
  const header = Buffer.alloc(HEADER_BYTES);
  query.copy(header, 0, 0, 2); // the id
  header.writeUInt16BE(text === undefined ? 0x8180 + NAME_ERROR : 0x8180, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(text === undefined ? 0 : 1, 6);
  return Buffer.concat([header, question, ...(text === undefined ? [] : [txt(text)])]);
}

/** A record for the requested name, with a TTL of 0. */
function txt(text: string): Buffer {
  const data = Buffer.concat([Buffer.from([text.length]), Buffer.from(text)]);
  const head = Buffer.from([0xc0, HEADER_BYTES, 0, 16, 0, 1, 0, 0, 0, 0, 0, data.length]);
  return Buffer.concat([head, data]);
}
