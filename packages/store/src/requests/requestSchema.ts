import type { ColumnType } from "kysely";

type RequestCounts = {
  /** Units that the requests cost. */
  units: bigint;
  /** Answered with a status below 400. */
  success_count: bigint;
  client_error_count: bigint;
  server_error_count: bigint;
  /** Of the hour or the five minutes. */
  started_at: Date;
  account_id: string;
};

/** Requests of an hour, by key and operation. */
export type RequestHourTable = RequestCounts & {
  /** Of an access key, or of an OAuth client. */
  key_id: string;
  operation: string;
  /** Requests by duration: see latency.ts. */
  latency_counts: readonly bigint[];
};

/** Requests of an account in five minutes. */
export type RequestSpanTable = RequestCounts;

/** Single requests: errors, and some others. */
export type RequestSampleTable = {
  units: bigint;
  duration_ms: number;
  requested_at: Date;
  /** The request's id, as its response has it. */
  id: string;
  status: number;
  is_error: ColumnType<boolean, never, never>;
  account_id: string;
  key_id: string;
  operation: string;
  /** Of the error; null for a success. */
  code: string | null;
};

export type RequestDatabase = {
  request_hour: RequestHourTable;
  request_span: RequestSpanTable;
  request_sample: RequestSampleTable;
};
