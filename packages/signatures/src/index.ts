export { openSignatureTable } from "./signatureTable.ts";
export type { SignatureTable } from "./signatureTable.ts";
export { packSignatures } from "./packSignatures.ts";
