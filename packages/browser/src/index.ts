export { buildOnce } from "./buildOnce.ts";
export { findChromium } from "./findChromium.ts";
export { launchBrowser } from "./launchBrowser.ts";
export { watchPage, type PageWatch } from "./watchPage.ts";
export { type Transfer, type Visit, visitAsPhone } from "./visitAsPhone.ts";
export { listBarriers } from "./listBarriers.ts";
