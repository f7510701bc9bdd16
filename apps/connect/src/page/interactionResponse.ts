// Messages between the page and the server: JSON, snake_case, times in unix seconds.

/** Data that `pages.send` embeds in the page. */
export type PageData =
  | { readonly page: "signIn" }
  | { readonly page: "connections" }
  | { readonly page: "phone" }
  | ({ readonly page: "about" } & About)
  | ({ readonly page: "end" } & End);

/** What the service is; null: there is no such page. */
export type About = {
  readonly issuer: string;
  readonly guide_url: string | null;
  readonly register_url: string | null;
  /** Where a user can try a sign-in. */
  readonly try_url: string | null;
};

/** A page where the flow ends: the only way on is back to the application. */
export type End = {
  readonly kind: "refused" | "expired" | "decided" | "error";
  readonly title?: string;
  readonly message?: string;
  /** An error's name, as in RFC 6749 or the provider, for support requests. */
  readonly code?: string;
  readonly client?: { readonly name: string; readonly site_url: string } | undefined;
};

export type ClientInfo = {
  readonly name: string;
  readonly site_url: string;
  readonly logo_url: string | null;
  readonly is_validated: boolean;
};

/** One line of what a scope shares of this very address. */
export type PreviewRow = { readonly label: string; readonly value: string };

export type RequestedScope = {
  readonly id: string;
  readonly preview: readonly PreviewRow[] | null;
  /** Whether the user didn't allow it to this application before. */
  readonly is_new?: boolean;
};

/** GET /signin/:uid/details */
export type SignInDetails = {
  readonly prompt: "login" | "consent";
  readonly client: ClientInfo & { readonly redirect_host: string };
  /** A null preview can't be read just now (or the address isn't known yet); an empty one has nothing to show. */
  readonly scopes: readonly RequestedScope[];
  readonly address: string | null;
  /** Of a contract account. */
  readonly chain: string | null;
  readonly expires_at: number;
  readonly csrf: string;
};

/** POST …/challenge: the text that the wallet signs, byte for byte (EIP-4361). */
export type Challenge = { readonly nonce: string; readonly message: string };

/** POST …/signature, …/decision and …/switch: the next URL, same-origin. */
export type Next = { readonly next?: string | null };

/** POST …/phone: for a wallet on a phone. */
export type PhoneOffer = {
  /** What the phone opens. */
  readonly url: string;
  /** The URL as a QR code: the path of an SVG image this many units wide and high. */
  readonly qr: { readonly size: number; readonly path: string };
  /** Identifies this browser at …/phone/state and …/phone/code. */
  readonly waiting: string;
  /** Seconds. */
  readonly expires_in: number;
};

/** POST …/phone/state */
export type PhoneStatus = { readonly state: "ended" | "opened" | "proved" | "waiting" };

/** POST /phone/:phone/open: who waits for what. */
export type PhoneDetails = {
  /** Null: the user's own pages. */
  readonly client: (ClientInfo & { readonly redirect_host: string }) | null;
  readonly scopes: readonly string[];
  /** Of the browser that waits: "Chrome on Windows". */
  readonly browser: string;
  readonly is_same_network: boolean;
  /** Seconds. */
  readonly expires_in: number;
};

/** POST /phone/:phone/signature: what the waiting browser must present. */
export type PhoneProof = { readonly code: string };

export type Connection = ClientInfo & {
  readonly client_id: string;
  readonly scopes: readonly string[];
  readonly granted_at: number;
  readonly updated_at: number;
};

/** GET /connections */
export type Connections = {
  readonly address: string;
  /** The server's id of the account: contract accounts on several chains may share an address. */
  readonly account: string;
  readonly chain: string | null;
  readonly connections: readonly Connection[];
};

/** GET and PUT /connections/profile */
export type ProfileFields = {
  readonly name: string | null;
  readonly bio: string | null;
  readonly logo_url: string | null;
  readonly link_list: readonly { readonly name: string; readonly url: string }[];
};

/** `id`: an address, or the CAIP-10 id of a contract account. */
export type FollowedUser = { readonly id: string; readonly web3_id: string | null; readonly name: string | null };

/** GET /connections/following */
export type Following = { readonly following_list: readonly FollowedUser[]; readonly total_count: number };

export type MessageSender = { readonly id: string; readonly name: string };

/** Text and link are untrusted. */
export type InboxMessage = {
  readonly id: string;
  readonly text: string;
  /** Empty without a link. */
  readonly url: string;
  readonly sender: MessageSender & { readonly is_blocked: boolean };
  readonly sent_at: number;
  readonly is_read: boolean;
};

/** GET /connections/inbox */
export type Inbox = {
  readonly message_list: readonly InboxMessage[];
  readonly total_count: number;
  readonly unread_count: number;
  readonly blocked_list: readonly MessageSender[];
};

/** Every error: a name to branch on, and a sentence for the user. */
export type ErrorReply = { readonly error?: string; readonly message?: string };
