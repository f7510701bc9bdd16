export { NONCE_PLACEHOLDER } from "./noncePlaceholder.ts";
export { pageHeaders } from "./pageHeaders.ts";
export { pageRoutes } from "./pageRoutes.ts";
export { cookieOptions, readCookie } from "./signIn/cookies.ts";
export { createSignInRoutes } from "./signIn/createSignInRoutes.ts";
export { createSignInService, type SignInService } from "./signIn/createSignInService.ts";
export { isOwnPage } from "./signIn/isOwnPage.ts";
export { readOwnPath } from "./signIn/readOwnPath.ts";
export { withTheme } from "./withTheme.ts";
