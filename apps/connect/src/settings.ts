/** Lifetimes of the sign-in service, in seconds. */
export interface ConnectSettings {
  /** An authorization code, until it is exchanged. */
  readonly codeSeconds: number;
  readonly accessTokenSeconds: number;
  /** A refresh token from its issue: every refresh restarts it. */
  readonly refreshTokenSeconds: number;
  /** How long a used refresh token may be used again, for lost replies; 0 is never. */
  readonly refreshGraceSeconds: number;
  /** A consent and all its tokens: afterwards the user must consent again. */
  readonly grantSeconds: number;
  /** A sign-in, from the application's request to the decision. */
  readonly interactionSeconds: number;
  /** How long a browser stays signed in. */
  readonly sessionSeconds: number;
  /** A challenge for a wallet to sign. */
  readonly challengeSeconds: number;
}

const DAY = 86_400;

export const DEFAULT_SETTINGS: ConnectSettings = {
  codeSeconds: 60,
  accessTokenSeconds: 3600,
  refreshTokenSeconds: 30 * DAY,
  refreshGraceSeconds: 30,
  grantSeconds: 90 * DAY,
  interactionSeconds: 600,
  sessionSeconds: DAY,
  challengeSeconds: 300,
};
