/** A call to an RPC, or its outcome. */
export interface RpcEvent {
  /** `request`: sent; `retry`: sent again; `error`: no usable response, or a refusal. */
  kind: "error" | "request" | "retry";
  /** Of the URL, which itself may contain a key. */
  host: string;
  /** The JSON-RPC method of a request or a retry; the kind of an error. */
  detail: string;
}

/** Called for every call; must not throw. */
export type OnCall = (event: RpcEvent) => void;
