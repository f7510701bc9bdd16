/** A call to an RPC, or what became of one. */
export interface RpcEvent {
  /** `request`: sent; `retry`: it is sent again; `error`: no usable answer, or a refusal. */
  kind: "error" | "request" | "retry";
  /** Of the URL, which itself may hold a key. */
  host: string;
  /** The JSON-RPC method of a request or a retry; of an error its kind. */
  detail: string;
}

/** Told of every call; must not throw. */
export type OnCall = (event: RpcEvent) => void;
