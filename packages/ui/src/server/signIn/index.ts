export { cookieNames, cookieOptions, readCookie } from "./cookies.ts";
export { createSignInRoutes } from "./createSignInRoutes.ts";
export { createSignInService, type SignInService } from "./createSignInService.ts";
export { isOwnPage } from "./isOwnPage.ts";
