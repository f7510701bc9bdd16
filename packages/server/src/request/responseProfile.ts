import type { IncomingMessage } from "node:http";
import { invalidParams, quote } from "../problem/errors.ts";

/** The forms of answers: version 1.0 of the interface to the letter, or as programs for other servers of it read them. */
const PROFILES = ["seed", "live"] as const;
export type ResponseProfile = (typeof PROFILES)[number];

export const PROFILE_HELP = "form of answers where neither request nor key says it, seed or live; seed";

const PREFIX = "/live/";

/** Splits the prefix `/live` off a path, which chooses that profile. */
export function splitProfilePath(path: string): { path: string; profile: ResponseProfile | undefined } {
  if (!path.startsWith(PREFIX)) return { path, profile: undefined };
  return { path: path.slice(PREFIX.length - 1), profile: "live" };
}

/** The profile that the header X-Response-Profile names; undefined without one. @throws ServiceError invalid_params */
export function readProfileHeader({ headers }: Pick<IncomingMessage, "headers">): ResponseProfile | undefined {
  const text = headers["x-response-profile"]?.toString().trim() ?? "";
  if (text === "") return undefined;
  if (isProfile(text)) return text;
  throw invalidParams({ "X-Response-Profile": `must be one of ${PROFILES.join(", ")}, not ${quote(text)}` });
}

/** The profile of a deployment. @throws Error naming PORTICO_PROFILE and the valid values */
export function readDefaultProfile(env: NodeJS.ProcessEnv): ResponseProfile {
  const text = env["PORTICO_PROFILE"] ?? "";
  if (text === "") return "seed";
  if (isProfile(text)) return text;
  throw new Error(`PORTICO_PROFILE must be one of ${PROFILES.join(", ")}`);
}

const isProfile = (text: string): text is ResponseProfile => PROFILES.some((profile) => profile === text);
