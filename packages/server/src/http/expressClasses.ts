import { IncomingMessage, ServerResponse } from "node:http";
import type { Express } from "express";

/**
 * Classes for a server, whose requests and responses are born with the prototypes of an app's. Otherwise Express changes
 * the prototype of every one, which costs more than all else that it does, and slows what touches them later.
 */
export function classesOf(app: Express) {
  class AppRequest extends IncomingMessage {}
  class AppResponse<Q extends IncomingMessage> extends ServerResponse<Q> {}
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  Object.setPrototypeOf(AppResponse.prototype, app.response);
  Object.assign(app, { request: AppRequest.prototype, response: AppResponse.prototype });
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse };
}
