import { once } from "node:events";
import type { AddressInfo } from "node:net";
import express from "express";
import { expect, test } from "vitest";
import { readTrustedProxies, trustProxies } from "./trustedProxies.ts";

/** The client address that an app sees for a request from 127.0.0.1 with this X-Forwarded-For. */
async function addressOf(forwarded: string, setting: string): Promise<string> {
  const app = express();
  trustProxies(app, readTrustedProxies({ PORTICO_TRUSTED_PROXIES: setting }));
  app.use((req, res) => void res.send(req.ip));
  const server = app.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}`, { headers: { "X-Forwarded-For": forwarded } });
  server.close();
  return await response.text();
}

test.each([
  ["", "1.2.3.4", "127.0.0.1"],
  ["10.0.0.0/8", "1.2.3.4, 127.0.0.1", "127.0.0.1"],
  ["127.0.0.1", "1.2.3.4", "1.2.3.4"],
  ["127.0.0.0/8, 10.0.0.0/8", "1.2.3.4, 203.0.113.9, 10.1.1.1", "203.0.113.9"], // 1.2.3.4 is the client's own claim
  ["loopback", "10.1.1.1, 2001:db8::7", "2001:db8::7"],
  ["127.0.0.1", "", "127.0.0.1"],
])("H08: with the proxies '%s', a client that sends '%s' is seen as %s", async (setting, forwarded, address) => {
  expect(await addressOf(forwarded, setting)).toBe(address);
});

test.each(["true", "1", "10.0.0.0/33", "proxy.example", "10.0.0.0/8;10.1.0.0/16", "*"])(
  "'%s' is rejected: not an address or subnet",
  (setting) => {
    const read = () => readTrustedProxies({ PORTICO_TRUSTED_PROXIES: setting });
    expect(read).toThrow(/^PORTICO_TRUSTED_PROXIES must be addresses or subnets/);
  },
);
