import type { Store } from "@portico/store";
import type { Request, Response } from "express";
import type { Provider } from "oidc-provider";
import type { Logger } from "pino";
import type { Pages } from "../pages.ts";
import type { BrowserSessions } from "./browserSession.ts";
import type { Limits } from "./limits.ts";
import type { Preview } from "./preview.ts";
import type { SignatureVerifier } from "./verifySignature.ts";

export interface InteractionOptions {
  provider: Provider;
  db: Store;
  issuer: string;
  verifier: SignatureVerifier;
  limits: Limits;
  preview: Preview;
  sessions: BrowserSessions;
  /** Undefined: no page is sent, for tests of the page's requests. */
  pages: Pages | undefined;
  challengeSeconds: number;
  log: Logger;
}

/** A step, after limits and guards. @returns the response. */
export type Step = (options: InteractionOptions, request: Request, response: Response) => Promise<object>;
