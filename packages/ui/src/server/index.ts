export { NONCE_PLACEHOLDER } from "./noncePlace.ts";
export { pageHeaders } from "./pageHeaders.ts";
export { pageRoutes } from "./pageRoutes.ts";
export { withTheme } from "./withTheme.ts";
