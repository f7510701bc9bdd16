export {
  deleteRetiredKeys,
  ensureConnectKey,
  listConnectKeys,
  listConnectKeyStates,
  rotateConnectKey,
} from "./connectKeys.ts";
export type { ConnectKeyState } from "./connectKeys.ts";
export { findConsent, listConnections, removeConsent, upsertConsent } from "./consents.ts";
export { deleteEndedLimits, LOGIN_LIMIT_TABLE } from "./loginLimits.ts";
export {
  changeArtifact,
  claimDecision,
  consumeArtifact,
  deleteArtifact,
  deleteArtifactsOfGrant,
  deleteExpired,
  findArtifact,
  findArtifactByUid,
  findBearer,
  revokeGrant,
  revokeGrantOf,
  updateArtifact,
  upsertArtifact,
} from "./oauthArtifacts.ts";
export type { Artifact, Bearer } from "./oauthArtifacts.ts";
export {
  createOauthApp,
  createOauthClient,
  ensureDocumentClient,
  dropOldSecret,
  findOauthClient,
  hashClientSecret,
  listAppClients,
  readClientNames,
  listOauthApps,
  listOauthClients,
  rotateClientSecret,
  setOauthClientDisabled,
  updateOauthClient,
} from "./oauthClients.ts";
export type { NewOauthApp, NewOauthClient, OauthApp, OauthClient } from "./oauthClients.ts";
export {
  assertRedirectUris,
  explainUrlFlaw,
  findUrlFlaw,
  listRedirectUriFlaws,
  REDIRECT_URIS_MAX,
  RedirectUriError,
} from "./oauthRedirectUris.ts";
export {
  beginValidation,
  deleteOauthClient,
  deleteOwnedApp,
  findAppLogo,
  findOwnedApp,
  listOwnedApps,
  removeAppLogo,
  setAppLogo,
  setValidated,
  updateOwnedApp,
} from "./ownedApps.ts";
export type { OwnedApp, ValidationMethod } from "./ownedApps.ts";
export {
  createPhoneSignIn,
  findPhoneRequest,
  findPhoneState,
  openPhoneSignIn,
  redeemPhoneCode,
  setPhoneProof,
} from "./phoneSignIns.ts";
export { burnSiweChallenge, createSiweChallenge, findChallengeState } from "./siweChallenges.ts";
