import type { Exchange as PipelineExchange, ResponseProfile } from "@portico/server";
import type { Charge, RateState } from "@portico/metering";
import type { AccessKey } from "@portico/store";
import type { RenderedAnswer } from "./renderedAnswer.ts";

/** A request in processing. */
export interface Exchange extends PipelineExchange {
  readonly requestId: string;
  /** The profile that the path's prefix names, which `path` doesn't have. */
  readonly pathProfile: ResponseProfile | undefined;
  /** The form of the answer; set once the caller is authenticated. */
  profile: ResponseProfile;
  accessKey: AccessKey | undefined;
  /** Rate limit state of its key or address; undefined if not counted. */
  rate: RateState | undefined;
  /** Approximate remaining units of the key's account; undefined for keys without one. */
  findUnits: (() => number | undefined) | undefined;
  /** The charge, refunded on failure. */
  charge: Charge | undefined;
  /** Units of earlier charges, which are not refunded: an operation may charge more than once. */
  chargedUnits: number;
  /** Caches the response, if it is cacheable. */
  store: ((answer: RenderedAnswer) => void) | undefined;
}

/** A handler's or the error table's reply. */
export interface LooseReply {
  readonly status: number;
  readonly body?: unknown;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}
