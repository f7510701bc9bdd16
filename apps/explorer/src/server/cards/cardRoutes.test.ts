import { once } from "node:events";
import type { AddressInfo } from "node:net";
import express from "express";
import { expect, onTestFinished, test } from "vitest";
import { createPageHeads, type DescribePage } from "../heads/describePage.ts";
import { head } from "../heads/head.ts";
import { cardRoutes } from "./cardRoutes.ts";

test("the card of a page that couldn't be described now is kept by nobody", async () => {
  let isFallback = true;
  const describe: DescribePage = async (_visitor, path) => ({
    ...head("Token", "What it is.", path),
    ...(isFallback && { isFallback }),
  });
  const limits = async () => ({ remaining: "", policy: "", retryAfter: undefined });
  const server = express().use("/explorer/cards", cardRoutes({ describe, limits })).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const read = async (): Promise<[status: number, kept: string | null]> => {
    const { port } = server.address() as AddressInfo;
    const { status, headers } = await fetch(`http://127.0.0.1:${port}/explorer/cards/token/eth/0x12`);
    return [status, headers.get("cache-control")];
  };
  expect(await read()).toEqual([200, "no-store"]);
  isFallback = false;
  expect(await read()).toEqual([200, "public, max-age=600"]);
  isFallback = true;
  expect(await read()).toEqual([200, "public, max-age=600"]);
});

test("what a visitor may not read now has the head of a fallback", async () => {
  const none = {} as never;
  const limits = () => Promise.reject(new Error("rate_limited"));
  const describe = createPageHeads({ db: none, api: none, countOwner: none, limits });
  expect(await describe("visitor", "/token/eth/0x12")).toMatchObject({ isFallback: true });
  expect(await describe("visitor", "/gas")).not.toHaveProperty("isFallback");
});
