import type { IncomingMessage, ServerResponse } from "node:http";
import { createBodyReader } from "@portico/server";
import { quoteIntegers } from "./quoteIntegers.ts";

const KILOBYTE = 1024;

/** Operations with transactions or lists of recipients in their bodies. */
const LARGE_BODIES = /^post(Wallet|Official)(ExplainTx|PreExecTx|GroupSend)/;

const readers = {
  large: createBodyReader({ bytes: 1024 * KILOBYTE, text: "1 MB" }, quoteIntegers),
  small: createBodyReader({ bytes: 64 * KILOBYTE, text: "64 kB" }, quoteIntegers),
};

/**
 * Reads a JSON object, inflating it if necessary, up to the operation's limit.
 * @throws ServiceError content_too_large, unsupported_media_type, or invalid_params.
 */
export const readBody = (
  { req, res }: { req: IncomingMessage; res: ServerResponse },
  operationId: string,
  beforeParse: (length: number) => Promise<void>,
): Promise<object> => (LARGE_BODIES.test(operationId) ? readers.large : readers.small)(req, res, beforeParse);
