import type { Operation } from "../../deps.ts";

/** GET /healthz: the process is running. */
export const getHealthz: Operation<"getHealthz"> = async ({ reply }) => reply(200, { status: "ok" });
