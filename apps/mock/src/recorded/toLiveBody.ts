import { ServiceError } from "@portico/server/errors";
import { toLive } from "@portico/server/live";
import type { Recording } from "./recording.ts";

interface LiveBodyOptions {
  readonly query: Readonly<Record<string, string | string[]>>;
  readonly recording: Recording;
}

/** A recorded body in the profile `live`. @throws ServiceError protocol_not_found */
export const toLiveBody = (operationId: string, body: unknown, { query, recording }: LiveBodyOptions): unknown =>
  toLive(operationId.replace(/^getMe(?=[A-Z])/, "getUser"), body, {
    query,
    getProtocol: (id) => {
      const protocol = recording.catalogue.protocols.find((one) => one.id === id);
      if (protocol === undefined) throw new ServiceError("protocol_not_found", "No protocol has this id");
      return protocol;
    },
  });
