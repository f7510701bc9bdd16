import type { PersonalData, Subject } from "@portico/store";
import { LIST_FILE } from "../../lists/readLists.ts";

/** The file of everything that the service stores about an account. Times are ISO 8601. */
export const toAccountFile = (account: Subject, data: PersonalData) => ({
  format: "portico-account",
  version: 1,
  exported_at: new Date(),
  account,
  lists: typeof data.lists === "object" && data.lists !== null ? { ...LIST_FILE, ...data.lists } : null,
  explorer_sessions: data.sessions.map(({ startedAt, expiresAt }) => ({
    started_at: startedAt,
    expires_at: expiresAt,
  })),
  connected_applications: data.connections.map((connection) => ({
    client_id: connection.clientId,
    name: connection.name,
    site_url: connection.siteUrl,
    scopes: connection.scopes,
    granted_at: connection.grantedAt,
    updated_at: connection.updatedAt,
  })),
  sign_in_records: data.credentials.map(({ model, clientId, expiresAt }) => ({
    kind: model,
    client_id: clientId,
    expires_at: expiresAt,
  })),
  profile: data.profile && {
    name: data.profile.name,
    bio: data.profile.bio,
    logo_url: data.profile.logoUrl,
    links: data.profile.links,
  },
  following: data.following,
  followers: data.followers,
  messages: data.inbox.messages.map(({ id, text, url, sender, createdAt, readAt }) => ({
    id,
    text,
    url,
    sender: { id: sender.id, name: sender.name },
    sent_at: createdAt,
    read_at: readAt,
  })),
  blocked_senders: data.inbox.blockedSenders,
});
