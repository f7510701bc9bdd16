/** So often in a row it may be the node's fault; then it is taken for what the adapter asks of it. */
export const NODE_FAILURES = 3;
