export { applyMask } from "./applyMask.ts";
export { parseMask, type FieldMask } from "./parseMask.ts";
