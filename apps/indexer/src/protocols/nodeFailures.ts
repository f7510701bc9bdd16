/** Up to this many consecutive failures may be the node's fault; then the adapter's own calls are blamed. */
export const NODE_FAILURES = 3;
