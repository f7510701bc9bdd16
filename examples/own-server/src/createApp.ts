import { randomUUID } from "node:crypto";
import express, { type ErrorRequestHandler, type Express, type RequestHandler, type Router } from "express";
import type { OpenAPIBackend, Request as RoutedRequest } from "openapi-backend";
import { toProblem } from "./problem.ts";

const { rawJSON } = JSON as JSON & {
  /** Text that JSON.stringify writes as it is. */
  rawJSON: (text: string) => unknown;
};

/** JSON with exact integers as plain numbers, digit for digit. */
const toJson = (body: unknown): string =>
  JSON.stringify(body, function (this: Readonly<Record<string, unknown>>, key, value: unknown) {
    const own = this[key]; // some apps give BigInt a toJSON: then `value` is a string
    return typeof own === "bigint" ? rawJSON(String(own)) : value;
  });

const nameRequest: RequestHandler = (_req, res, next) => {
  res.set("X-Request-Id", randomUUID());
  next();
};

const answerBy =
  (router: OpenAPIBackend): RequestHandler =>
  async ({ method, path, query, headers, body }, res) => {
    const verb = method === "HEAD" ? "get" : method.toLowerCase(); // Express omits the body
    const request = { method: verb, path, query, headers, body } as RoutedRequest;
    const reply = (await router.handleRequest(request)) as { status: number; body?: unknown; headers: object };
    res.status(reply.status).set(reply.headers).type("application/json").send(toJson(reply.body));
  };

/** Four parameters mark an error handler for Express. */
const sendError: ErrorRequestHandler = (error: unknown, _req, res, _next) => {
  const requestId = res.get("X-Request-Id") ?? "";
  const problem = toProblem(error, requestId);
  if (problem.status === 500) console.error(requestId, error);
  res.status(problem.status).type("application/problem+json").send(JSON.stringify(problem));
};

/** Responds to every request as the contract specifies, including 404: mount it after an app's other routes. */
export const contractHandler = (router: OpenAPIBackend): Router =>
  express.Router().use(nameRequest, express.json({ limit: "100kb" }), answerBy(router), sendError);

/** An Express app that serves the contract alone. */
export const createApp = (router: OpenAPIBackend): Express =>
  express().disable("x-powered-by").use(contractHandler(router));
