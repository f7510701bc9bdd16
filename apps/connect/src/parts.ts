import type { Router } from "express";
import { aboutRoutes } from "./aboutRoutes.ts";
import { connectionRoutes } from "./connections/connectionRoutes.ts";
import type { ConnectDeps } from "./deps.ts";
import { logoRoutes } from "./logoRoutes.ts";
import { createDataApi } from "./me/dataApi.ts";
import { meRoutes } from "./me/meRoutes.ts";
import { createNames } from "./me/names.ts";
import { phoneRoutes } from "./phone/phoneRoutes.ts";
import { createBrowserSessions } from "./signIn/browserSession.ts";
import { assertSignable } from "./signIn/challenge.ts";
import { interactionRoutes } from "./signIn/interactions.ts";
import { createPreview } from "./signIn/preview.ts";
import { createSignatureVerifier } from "./signIn/verifySignature.ts";

/**
 * Routes besides the OAuth endpoints, in the order in which they run.
 * @throws RangeError for an issuer that no wallet can sign for.
 */
export function createParts({ rpcUrls, settings, api, metrics, others, ...deps }: ConnectDeps): Router[] {
  const { provider, db, issuer, pages } = deps;
  assertSignable(issuer);
  const onCall = metrics?.countRpc;
  const verifier = createSignatureVerifier({ rpcUrls, onCall });
  const sessions = createBrowserSessions({ provider, ttlSeconds: settings.sessionSeconds });
  const dataApi = api && createDataApi(api);
  const findNames = createNames({ rpcUrls, onCall });
  const preview = createPreview({ db, dataApi, findNames });
  const { challengeSeconds } = settings;
  return [
    interactionRoutes({ ...deps, verifier, sessions, preview, challengeSeconds }),
    connectionRoutes({ ...deps, findNames, verifier, sessions, challengeSeconds }),
    meRoutes({ ...deps, findNames, dataApi }),
    phoneRoutes({ ...deps, verifier, challengeSeconds }),
    logoRoutes({ db }),
    ...(pages === undefined ? [] : [pages.assets, aboutRoutes({ issuer, pages, others })]),
  ];
}
