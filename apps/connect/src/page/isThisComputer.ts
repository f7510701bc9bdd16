/** Whether a host, with or without a port, is this computer's own: nothing elsewhere can open it. */
export const isThisComputer = (host: string): boolean => /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(host);
