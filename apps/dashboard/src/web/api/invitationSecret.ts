const NAME = "portico invitation";

/**
 * Keeps the secret of an invitation's link for this tab, across the sign-in, and takes it out of the address: it is
 * behind the `#`, so that no server sees it.
 */
export function keepInvitationSecret(): void {
  if (location.pathname !== "/join" || location.hash.length < 2) return;
  sessionStorage.setItem(NAME, location.hash.slice(1));
  history.replaceState(history.state, "", location.pathname);
}

export const readInvitationSecret = (): string | null => sessionStorage.getItem(NAME);
export const deleteInvitationSecret = (): void => sessionStorage.removeItem(NAME);
