export { createDashboard } from "./server/createDashboard.ts";
export type { Dashboard, DashboardOptions } from "./server/createDashboard.ts";
export { WEB_FOLDER } from "./webFolder.ts";
