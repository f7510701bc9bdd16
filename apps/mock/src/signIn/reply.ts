import type { Preferences } from "../prefer.ts";

/** A reply of the sign-in service: parts of a success, or the contract's example of an error. */
export type SignInReply =
  | { readonly body: object }
  | { readonly location: string }
  | { readonly example: Preferences; readonly detail?: string };

/** Errors of the token endpoint (RFC 6749 section 5.2), by the contract's examples. */
export const oauthError = (example: "OAuthInvalidGrant" | "OAuthInvalidRequest", detail?: string): SignInReply => ({
  example: { code: 400, example },
  ...(detail !== undefined && { detail }),
});

export const INVALID_CLIENT: SignInReply = { example: { code: 401, example: "OAuthInvalidClient" } };
