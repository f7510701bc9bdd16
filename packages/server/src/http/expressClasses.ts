import { IncomingMessage, ServerResponse } from "node:http";
import type { Express } from "express";

/**
 * Request and response classes with an app's prototypes. Otherwise Express sets the prototype of every request, which
 * costs
 * more than the rest of its work and slows later property access.
 */
export function classesOf(app: Express) {
  class AppRequest extends IncomingMessage {}
  class AppResponse<Q extends IncomingMessage> extends ServerResponse<Q> {}
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  Object.setPrototypeOf(AppResponse.prototype, app.response);
  Object.assign(app, { request: AppRequest.prototype, response: AppResponse.prototype });
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse };
}
