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

/** Artifacts that are revoked with a grant, and the grant itself. */
const OF_GRANT = new Set(["AccessToken", "AuthorizationCode", "RefreshToken"]);
/** Artifacts whose id is a credential: it is stored only as a hash. */
const SECRET_ID = new Set([...OF_GRANT, "Session", "Interaction"]);

/** The library's own message for a missing one. */
const GONE = "authorization request has expired";

export interface ArtifactOptions {
  readonly db: Store;
  /** How long a used refresh token may be used again. */
  readonly refreshGraceSeconds: number;
  /** The URL that continues an interaction: not stored, because its id is in it. */
  readonly resumeUrl: (uid: string) => string;
}

/** The OAuth library's storage, in the store. Single use is decided there, in one statement, for all processes. */
export function createArtifactAdapter(model: string, options: ArtifactOptions): Adapter {
  const { db } = options;
  const graceSeconds = model === "RefreshToken" ? options.refreshGraceSeconds : 0;
  /** Our page updates an interaction: one that the library has consumed concurrently must not reappear. */
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
    findByUserCode: async () => undefined, // for the device flow, which is off
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
      if (model === "Interaction" && !wasThere) throw new errors.SessionNotFound(GONE); // otherwise one decision would give two codes
    },
    revokeByGrantId: async (grantId) => {
      if (!keepsGrant()) await deleteArtifactsOfGrant(db, { model, grantId });
    },
  };
}

/**
 * Whether the library would revoke more than it should: a client that revokes one access token keeps the rest, and a
 * user who
 * continues with another wallet keeps the first one's consents.
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
 * The database's clock decides expiry, not the writing process's, nor this one's. A used artifact is never
 * expired: otherwise the library would not detect its reuse, and revoke what it opened.
 */
function fromStored({ payload, secondsLeft, consumedAt }: Artifact): AdapterPayload {
  const left = consumedAt === undefined ? secondsLeft : Math.max(60, secondsLeft ?? 0);
  return {
    ...payload,
    ...(left !== undefined && { exp: Math.floor(Date.now() / 1000) + left }),
    ...(consumedAt !== undefined && { consumed: consumedAt }),
  };
}
