import {
  consumeArtifact,
  deleteArtifact,
  deleteArtifactsOfGrant,
  findArtifact,
  findArtifactByUid,
  revokeGrant,
  revokeGrantOf,
  updateArtifact,
  upsertArtifact,
  type Artifact,
  type Store,
} from "@portico/store";
import { errors, Provider, type Adapter, type AdapterPayload } from "oidc-provider";

/** What dies with a grant, and the grant itself. */
const OF_GRANT = new Set(["AccessToken", "AuthorizationCode", "RefreshToken"]);
/** Whose id is what a browser or a client proves itself with: it is stored nowhere but in hashed form. */
const SECRET_ID = new Set([...OF_GRANT, "Session", "Interaction"]);

/** As the library says it of what it doesn't find itself. */
const GONE = "authorization request has expired";

export interface ArtifactOptions {
  readonly db: Store;
  /** For how long a used refresh token may be used again. */
  readonly refreshGraceSeconds: number;
  /** Where an interaction is gone on with: written nowhere, because its id is in it. */
  readonly resumeUrl: (uid: string) => string;
}

/** What the OAuth library keeps, in the store. Single use is decided there, by one statement, whoever else tries. */
export function createArtifactAdapter(model: string, options: ArtifactOptions): Adapter {
  const { db } = options;
  const graceSeconds = model === "RefreshToken" ? options.refreshGraceSeconds : 0;
  /** A page of ours goes on with an interaction: one that the library took meanwhile must not come back. */
  const update = async (id: string, payload: AdapterPayload): Promise<void> => {
    const wasThere = await updateArtifact(db, { model, id, payload: toStored(model, payload) });
    if (!wasThere) throw new errors.SessionNotFound(GONE);
  };
  return {
    upsert: async (id, payload, ttlSeconds) => {
      if (model === "Interaction" && Provider.ctx === undefined) return await update(id, payload);
      await upsertArtifact(db, {
        model,
        id,
        payload: toStored(model, payload),
        ttlSeconds,
        grantId: model === "Grant" ? id : OF_GRANT.has(model) ? payload.grantId : undefined,
        uid: model === "Session" ? payload.uid : undefined,
        clientId: payload.clientId,
        account: payload.accountId,
      });
    },
    find: async (id) => {
      const found = await findArtifact(db, { model, id, graceSeconds });
      if (found === undefined) return undefined;
      const payload = fromStored(found);
      if (SECRET_ID.has(model)) payload.jti = id;
      if (model === "Interaction") payload.returnTo = options.resumeUrl(id);
      return payload;
    },
    findByUid: async (uid) => {
      const found = await findArtifactByUid(db, { model, uid });
      return found && fromStored(found);
    },
    findByUserCode: async () => undefined, // of the device flow, which is off
    consume: async (id) => {
      if (await consumeArtifact(db, { model, id, graceSeconds })) return;
      await revokeGrantOf(db, { model, id });
      throw new errors.InvalidGrant("already used");
    },
    destroy: async (id) => {
      if (model === "Grant") {
        if (!keepsGrant()) await revokeGrant(db, id);
        return;
      }
      const wasThere = await deleteArtifact(db, { model, id });
      if (model === "Interaction" && !wasThere) throw new errors.SessionNotFound(GONE); // else one decision gave two codes
    },
    revokeByGrantId: async (grantId) => {
      if (!keepsGrant()) await deleteArtifactsOfGrant(db, { model, grantId });
    },
  };
}

/**
 * When the library would end more than it should: a client that revokes one access token keeps the rest, and who goes on
 * with another wallet keeps what the first one allowed.
 */
function keepsGrant(): boolean {
  const oidc = Provider.ctx?.oidc;
  return (
    oidc?.route === "end_session_confirm" || (oidc?.route === "revocation" && oidc.entities.AccessToken !== undefined)
  );
}

function toStored(model: string, payload: AdapterPayload): Record<string, unknown> {
  if (!SECRET_ID.has(model)) return payload;
  const { jti: _jti, ...stored } = payload;
  if (model !== "Interaction") return stored;
  const { cookie: _cookie, ...session } = payload.session ?? {};
  return { ...stored, returnTo: undefined, ...(payload.session && { session }) };
}

/**
 * The database's clock says when it expires, not the one of the process that wrote it, nor this one's. What was used is not
 * expired: else the library would not look at its use, and end what it opened.
 */
function fromStored({ payload, secondsLeft, consumedAt }: Artifact): AdapterPayload {
  const left = consumedAt === undefined ? secondsLeft : Math.max(60, secondsLeft ?? 0);
  return {
    ...payload,
    ...(left !== undefined && { exp: Math.floor(Date.now() / 1000) + left }),
    ...(consumedAt !== undefined && { consumed: consumedAt }),
  };
}
