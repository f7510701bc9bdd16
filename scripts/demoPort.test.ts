import { once } from "node:events";
import { createServer, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import getPort from "get-port";
import { expect, onTestFinished, test } from "vitest";
import { createSignIn } from "@portico/client/sign-in";
import { chooseDemoPort } from "./demoPort.ts";

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  return String((server.address() as AddressInfo).port);
}

test("the demo's port is the one on which the example application already listens, but not another program's", async () => {
  const clientId = "pc_0123456789abcdef";
  const redirectUri = "http://127.0.0.1:1/callback";
  const signIn = createSignIn({ connectUrl: "http://127.0.0.1:1", clientId, clientSecret: "ps_1", redirectUri });
  const application = async (response: ServerResponse) => {
    const { url } = await signIn.begin(); // as the example application's
    response.writeHead(303, { Location: url }).end();
  };
  const [ours, other] = [
    await listen((_, response) => void application(response)),
    await listen((_, response) => response.end("other")),
  ];
  const choose = (port: string, id?: string) =>
    chooseDemoPort(id, () => undefined, { env: { PORTICO_DEMO_PORT: port } });
  expect(await choose(ours, clientId)).toBe(Number(ours));
  await expect(choose(ours, "pc_another")).rejects.toThrow(`PORTICO_DEMO_PORT=${ours} is in use by another program`);
  await expect(choose(other, clientId)).rejects.toThrow("is in use by another program");
  await expect(choose("many", clientId)).rejects.toThrow("PORTICO_DEMO_PORT=many is not a port");
});

test("if the demo's default port is in use, the next free one is used and reported", async () => {
  const lines: string[] = [];
  const port = await chooseDemoPort(undefined, (line) => lines.push(line), { env: {} });
  expect(port).toBeGreaterThanOrEqual(4005);
  expect(lines).toHaveLength(port === 4005 ? 0 : 1);
});

test("the demo is not assigned a port reserved for a part of Portico, even if nothing listens there yet", async () => {
  const free = await getPort();
  const choose = (env: NodeJS.ProcessEnv, reserved: readonly number[]) =>
    chooseDemoPort(undefined, () => undefined, { env, reserved });
  const likely = Array.from({ length: 50 }, (_, index) => 4005 + index);
  expect(await choose({}, likely)).toBeGreaterThanOrEqual(4055);
  await expect(choose({ PORTICO_DEMO_PORT: String(free) }, [free])).rejects.toThrow("is in use by another program");
});
