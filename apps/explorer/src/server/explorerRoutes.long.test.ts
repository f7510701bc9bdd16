import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { startTestExplorer } from "../testing/startTestExplorer.ts";

test("a visitor who sends too many requests has to wait", async () => {
  const api = createServer((_req, res) => res.end("[]")).listen(0, "127.0.0.1");
  await once(api, "listening");
  const apiUrl = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
  const explorer = await startTestExplorer({ apiUrl, explorerKey: "pk_secret" });
  const get = (path: string): Promise<Response> => fetch(explorer.url + path);
  const codes = new Set<number>();
  let last: Response | undefined;
  for (let round = 0; round < 30 && !codes.has(429); round++) {
    const answers = await Promise.all(Array.from({ length: 25 }, () => get("/explorer/api/v1/chain/list")));
    for (const response of answers) {
      codes.add(response.status);
      if (response.status === 429) last = response;
      else await response.body?.cancel();
    }
  }
  expect(codes).toEqual(new Set([200, 429]));
  expect(Number(last?.headers.get("retry-after"))).toBeGreaterThan(0);
  await explorer.stop();
  api.closeAllConnections();
  api.close();
});
