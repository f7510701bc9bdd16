import { request } from "node:http";

export interface JsonAnswer {
  status: number;
  body: string;
}

/**
 * Posts JSON to a local server and reads the response, whatever its status. Not `fetch`, whose streams took half of the
 * time in which a devnet is built.
 */
export function postJson(url: string, json: string): Promise<JsonAnswer> {
  const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(json) };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: "POST", headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString("utf8") }),
      );
    });
    sent.on("error", reject);
    sent.end(json);
  });
}
