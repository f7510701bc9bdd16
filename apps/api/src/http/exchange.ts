import type { Exchange as PipelineExchange } from "@portico/server";
import type { Charge, RateState } from "@portico/metering";
import type { AccessKey } from "@portico/store";
import type { RenderedAnswer } from "./renderedAnswer.ts";

/** One request on its way through the server. */
export interface Exchange extends PipelineExchange {
  readonly requestId: string;
  accessKey: AccessKey | undefined;
  /** Where its key, or else its address, stands; undefined where nobody counts. */
  rate: RateState | undefined;
  /** About how many units the account of its key has left; undefined for nobody's key. */
  findUnits: (() => number | undefined) | undefined;
  /** What it cost, to be refunded when it fails. */
  charge: Charge | undefined;
  /** Takes the answer, when it may be kept for whoever asks the same. */
  keep: ((answer: RenderedAnswer) => void) | undefined;
}

/** What a handler, or the error table, wants to be sent. */
export interface LooseReply {
  readonly status: number;
  readonly body?: unknown;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}
