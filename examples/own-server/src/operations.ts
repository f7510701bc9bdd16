import { getUserTokenList } from "./getUserTokenList.ts";
import { getUserTotalBalance } from "./getUserTotalBalance.ts";
import type { Operation, Operations } from "./operation.ts";

const getHealthz: Operation<"getHealthz"> = async ({ reply }) => reply(200, { status: "ok" });

/** Implemented operations; the contract's others respond with 501. */
export const operations = { getHealthz, getUserTokenList, getUserTotalBalance } satisfies Operations;
