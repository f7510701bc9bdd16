import { randomUUID } from "node:crypto";
import express, { type Express } from "express";
import type { OpenAPIBackend, Request as RoutedRequest } from "openapi-backend";
import { toProblem } from "./problem.ts";

declare global {
  interface JSON {
    /** Text that JSON.stringify takes as it is. */
    rawJSON(text: string): unknown;
  }
}

/** JSON with exact integers as plain numbers, digit for digit. */
const toJson = (body: unknown): string =>
  JSON.stringify(body, (_key, value: unknown) => (typeof value === "bigint" ? JSON.rawJSON(String(value)) : value));

/** An Express app whose every answer is the contract's. Your own routes and middleware go before the last one. */
export function createApp(router: OpenAPIBackend): Express {
  const app = express()
    .disable("x-powered-by")
    .use(express.json({ limit: "100kb" }));
  app.use(async ({ method, path, query, headers, body }, res) => {
    const requestId = randomUUID();
    res.set("X-Request-Id", requestId);
    try {
      const request = { method: method.toLowerCase(), path, query, headers, body } as RoutedRequest;
      const reply = (await router.handleRequest(request)) as { status: number; body?: unknown; headers: object };
      res.status(reply.status).set(reply.headers).type("application/json").send(toJson(reply.body));
    } catch (error) {
      const problem = toProblem(error, requestId);
      if (problem.status === 500) console.error(requestId, error);
      res.status(problem.status).type("application/problem+json").send(JSON.stringify(problem));
    }
  });
  return app;
}
