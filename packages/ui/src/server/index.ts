export { NONCE_PLACEHOLDER } from "./noncePlaceholder.ts";
export { pageHeaders } from "./pageHeaders.ts";
export type { PageHead } from "./pageHead.ts";
export { pageRoutes } from "./pageRoutes.ts";
export { withTheme } from "./withTheme.ts";
