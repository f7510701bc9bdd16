export { createDashboard } from "./server/createDashboard.ts";
export { WEB_FOLDER } from "./webFolder.ts";
