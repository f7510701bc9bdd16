/** Of a user's profile: in code points, and links by their number. The server refuses more. */
export const PROFILE_LIMITS = { name: 50, bio: 500, links: 10, linkName: 50, url: 1000 } as const;
