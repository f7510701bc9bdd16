import type { IncomingMessage } from "node:http";
import { operationTable, type OperationId } from "@portico/contract";
import { liveOperationOf } from "@portico/server/live";
import { readProfileHeader, splitProfilePath, type ResponseProfile } from "@portico/server/profile";
import type { IHttpRequest } from "@stoplight/prism-http";
import { splitTarget } from "./readRequest.ts";

export interface ProfiledRequest {
  /** Without a profile's prefix, and of the operation that answers it in its profile. */
  readonly request: IHttpRequest;
  readonly profile: ResponseProfile;
}

/** The profile of a request, by its path or header. @throws ServiceError invalid_params for an unknown one. */
export function toProfile(request: IHttpRequest, incoming: IncomingMessage): ProfiledRequest {
  const chosen = readProfileHeader(incoming);
  const { path: seedPath, profile = chosen ?? "seed" } = splitProfilePath(request.url.path);
  const path = profile === "live" ? livePathOf(seedPath, splitTarget(incoming.url ?? "").query) : seedPath;
  return { request: { ...request, url: { ...request.url, path } }, profile };
}

const ids = new Map(
  Object.entries(operationTable).map(([id, { method, path }]) => [`${method} ${path}`, id as OperationId]),
);

function livePathOf(path: string, rawQuery: string): string {
  const id = ids.get(`get ${path}`);
  return id === undefined ? path : operationTable[liveOperationOf(id, rawQuery) as OperationId].path;
}
