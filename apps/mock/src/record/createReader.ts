/** Reads from a running service. */
export interface Reader {
  /** @throws Error if the status isn't 200. */
  readonly read: <Body>(target: string) => Promise<Body>;
  /** Includes refusals. @param body - Of a POST. */
  readonly request: (
    target: string,
    body?: object,
  ) => Promise<{ readonly status: number; readonly body: unknown; readonly chains: string }>;
}

/** @param url - Of the service, without a trailing slash. */
export function createReader(url: string, accessKey: string): Reader {
  const request: Reader["request"] = async (target, body) => {
    const response = await fetch(url + target, {
      headers: { AccessKey: accessKey, "content-type": "application/json" },
      ...(body && { method: "POST", body: JSON.stringify(body) }),
    });
    return {
      status: response.status,
      body: await response.json(),
      chains: response.headers.get("portico-chains") ?? "",
    };
  };
  const read = async <Body>(target: string): Promise<Body> => {
    const { status, body } = await request(target);
    if (status !== 200) throw new Error(`${target} is ${status}: ${JSON.stringify(body).slice(0, 300)}`);
    return body as Body;
  };
  return { request, read };
}
