export { batchTokens } from "./batchTokens.ts";
