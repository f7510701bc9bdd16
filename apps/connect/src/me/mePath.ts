import { type ResponseProfile, splitProfilePath } from "@portico/server";
import { isMine } from "./definition.ts";

export interface MePath {
  /** As in the contract: `/v1/me`, or below it. */
  readonly path: string;
  /** Whether it was sent as `/v1/user/…`. */
  readonly isOfDataApi: boolean;
  /** The profile that the path's prefix names. */
  readonly profile: ResponseProfile | undefined;
}

/**
 * Reads the path of a request for user data: `/v1/me/…`, or `/v1/user/…` as clients of the data API have it, with or
 * without the prefix of a profile. @returns undefined for any other path
 */
export function readMePath(sent: string): MePath | undefined {
  const { path, profile } = splitProfilePath(sent);
  const own = path.replace(/^\/v1\/user(?=\/|$)/, "/v1/me");
  return isMine(own) ? { path: own, isOfDataApi: own !== path, profile } : undefined;
}
