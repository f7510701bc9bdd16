/** Cookie options of the library: for our pages alone; with https Secure and host-only. */
export function cookieOptions(issuer: string) {
  const secure = issuer.startsWith("https:");
  const flags = { httpOnly: true, sameSite: "lax", signed: true, secure, overwrite: true } as const;
  return {
    names: {
      session: secure ? "__Host-portico_session" : "portico_session",
      interaction: secure ? "__Secure-portico_signin" : "portico_signin",
      resume: secure ? "__Secure-portico_resume" : "portico_resume",
    },
    /** Of the session. */
    long: { ...flags, path: "/" },
    /** Of one sign-in; the library adds its path. */
    short: flags,
  };
}
