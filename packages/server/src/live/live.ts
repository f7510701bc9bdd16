export { liveOperationOf } from "./liveOperationOf.ts";
export { toLive } from "./toLive.ts";
